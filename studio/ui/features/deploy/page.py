"""The page that takes a team away: ways out on the left, the result on the right."""

import reflex as rx

from studio.ui.features.deploy.state import DeployState
from studio.ui.features.deploy.targets import TARGETS, Target
from studio.ui.kit.code_view import code_view
from studio.ui.kit.frame import page_frame
from studio.ui.kit.parts import button, empty_state, error_state, link_button


def deploy_page() -> rx.Component:
    """Return Deploy."""
    return page_frame(
        rx.cond(
            DeployState.loaded & (DeployState.team_id == ""),
            empty_state(
                "rocket",
                "Nothing to take away yet",
                "Build a team first, or open a template.",
                link_button("Choose a template", "/", look="primary"),
            ),
            rx.el.div(_side(), _result(), class_name="st-split"),
        ),
        active="deploy",
        crumb=[
            rx.el.a("Deploy", href="/deploy"),
            rx.cond(
                DeployState.team_name != "",
                rx.el.span(DeployState.team_name, class_name="st-here"),
                rx.el.span("Take a team away", class_name="st-here"),
            ),
        ],
        actions=[
            rx.cond(
                DeployState.team_id != "",
                rx.fragment(
                    link_button(
                        "Edit", "/build/" + DeployState.team_id, icon="workflow", look="ghost"
                    ),
                    button(
                        "Download", icon="download", look="primary", on_click=DeployState.download
                    ),
                ),
            )
        ],
    )


def _side() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.el.label("Team", html_for="deploy-team"),
            rx.el.select(
                rx.foreach(
                    DeployState.teams, lambda team: rx.el.option(team["name"], value=team["id"])
                ),
                id="deploy-team",
                value=DeployState.team_id,
                on_change=DeployState.pick_team,
                class_name="st-select",
            ),
            class_name="st-field",
        ),
        rx.el.div(
            *[_target(target) for target in TARGETS],
            role="radiogroup",
            aria_label="Take it away as",
            class_name="st-col",
            style={"gap": "4px"},
        ),
        class_name="st-side",
    )


def _target(target: Target) -> rx.Component:
    return rx.el.button(
        rx.icon(target.icon),
        rx.el.span(
            rx.el.span(target.title, style={"fontWeight": "550", "display": "block"}),
            rx.el.span(target.text, class_name="st-small st-muted"),
        ),
        type="button",
        role="radio",
        aria_checked=rx.cond(DeployState.target == target.key, "true", "false"),
        class_name="st-choice",
        on_click=DeployState.pick_target(target.key),
    )


def _result() -> rx.Component:
    return rx.el.div(
        rx.cond(DeployState.problem != "", error_state(DeployState.problem, DeployState.hint)),
        rx.cond(
            DeployState.broken != "",
            error_state(
                "This team will not run yet: " + DeployState.broken + ".",
                "Edit it first; its problems are listed in the builder.",
            ),
        ),
        rx.match(
            DeployState.target,
            (
                "python",
                _how(
                    "Runs where Studio's package is installed.",
                    "python " + DeployState.filename + ' "your task"',
                ),
            ),
            (
                "docker",
                _how(
                    "Unpack, put your keys into .env (env.example shows which), build and run.",
                    "cp env.example .env && docker build -t team . "
                    "&& docker run -p 8084:8084 --env-file .env team",
                ),
            ),
            (
                "endpoint",
                _how(
                    "Save the file, then serve it; callers need the key you set.",
                    "studio serve team.json --port 8084 --api-key CHOOSE_ONE",
                ),
            ),
            (
                "autogen",
                _how("Load it in AutoGen.", "Team.load_component(json.load(open('team.json')))"),
            ),
            ("notebook", _how("Open it in Jupyter.", "jupyter lab " + DeployState.filename)),
            rx.fragment(),
        ),
        code_view(DeployState.text, DeployState.filename),
        class_name="st-pane",
        aria_live="polite",
    )


def _how(text: str, command: str | rx.Var[str]) -> rx.Component:
    return rx.el.div(
        rx.el.span(text, class_name="st-muted"),
        rx.el.code(command, class_name="st-command"),
        class_name="st-row st-wrap",
    )
