// Bundles the page of shared runs by itself: none of the studio's pages or sockets is in it.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const parts = here("../public/external/studio/ui");

export default defineConfig({
  root: here("."),
  base: "/share/",
  resolve: {
    alias: {
      "@feed": parts + "/feed/component",
      "@playground": parts + "/features/playground/parts",
      "@look": here("../public"),
    },
  },
  oxc: { jsx: { runtime: "automatic" } },
  build: { outDir: here("../build/share"), emptyOutDir: true, assetsInlineLimit: 0, sourcemap: false, modulePreload: { polyfill: false } },
});
