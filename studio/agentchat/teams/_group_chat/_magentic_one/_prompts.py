"""What the orchestrator says to its model."""

# Placeholders: {task}, {team}, {facts}, {plan}, {names}.

ORCHESTRATOR_FINAL_ANSWER_PROMPT = """The work on this request has come to its end:

{task}

The messages above are what was done. Write the answer to the request from them, addressed to the
person who made it. Say openly what could not be done.
"""

FACTS_PROMPT = """Before anybody sets to work on the request below, write down what is known.
Use these four headings and nothing else:

1. GIVEN IN THE REQUEST: facts and figures that the request itself states. Leave it empty if there
   are none.
2. TO LOOK UP: facts that have to be found, and where they may be found.
3. TO WORK OUT: facts that follow from others by thinking or calculating.
4. GUESSES: what you remember or suspect; mark how sure you are.

Names, numbers and dates are what counts. Plan nothing yet.

The request:

{task}
"""

PLAN_PROMPT = """Good. This is the team that can work on it:

{team}

Write a short plan in bullet points: who does what, in which order. Not everybody has to take part;
use those whose skills are needed.
"""

LEDGER_PROMPT = """We work on this request:

{task}

The team:

{team}

What we know so far:

{facts}

How we are going about it:

{plan}
"""

PROGRESS_PROMPT = """This is the request that we work on:

{task}

This is the team:

{team}

Look at the conversation so far and answer these questions, each with a reason:

- Is the request fulfilled? (true only if nothing is left to do)
- Do we go round in a loop, with the same questions and answers coming again and again?
- Do we make progress? (true if the last messages have brought something new, false if they show
  that we are stuck or that something stands in the way)
- Who should speak next? (one of: {names})
- What should that member be told or asked? (speak to the member directly, with every detail needed)

Answer with JSON of exactly this shape and with nothing around it:

{{
    "is_request_satisfied": {{"reason": string, "answer": boolean}},
    "is_in_loop": {{"reason": string, "answer": boolean}},
    "is_progress_being_made": {{"reason": string, "answer": boolean}},
    "next_speaker": {{"reason": string, "answer": string (one of: {names})}},
    "instruction_or_question": {{"reason": string, "answer": string}}
}}
"""

FACTS_UPDATE_PROMPT = """We are still at work on the request below, but progress has stalled. Write
the list of facts again with what we have learned: correct what was wrong, move guesses that have
been confirmed to the facts, and add at least one new guess, saying why you think so.

The request:

{task}

The list so far:

{facts}
"""

PLAN_UPDATE_PROMPT = """Say in a few words what went wrong and why. Then write a new plan in bullet
points that gets past it and does not repeat the mistakes. The team is the same:

{team}
"""
