// The page that a link to a shared session or run opens: reads, and can do nothing else.
import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import "@look/studio.css";
import "@feed/feed.css";
import "@feed/graph.css";
import "@feed/side.css";
import "@playground/playground.css";
import "./share.css";
import { createRoot } from "react-dom/client";
import { readFrom } from "@feed/api.js";
import { callUser } from "@feed/words.js";
import { SharedPage } from "./page.jsx";

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark", dark.matches);
dark.addEventListener("change", follow);
follow();

callUser("User");
readFrom("/api/shared/" + location.pathname.split("/").at(-1));
createRoot(document.getElementById("root")).render(<SharedPage />);
