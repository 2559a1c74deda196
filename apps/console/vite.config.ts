/** How the console is built: static files under `/console/`, which apps/server reads (apps/console/build/build.ts). */
import optimizeLocales from "@react-aria/optimize-locales-plugin"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

export default defineConfig({
  base: "/console/",
  plugins: [
    react(),
    // The console is in English: the controls' words in 33 other languages would be a sixth of the workspace.
    optimizeLocales.vite({ locales: ["en-US"] })
  ],
  // The server puts a nonce of each answer in its place.
  html: { cspNonce: "__NONCE__" },
  build: {
    target: "es2023",
    manifest: true,
    // A preload polyfill would be a script in the page, and an inlined file a `data:` address: the page's policy refuses both.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // What a first screen may weigh is a test of its own (test/sizes.test.ts).
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      output: {
        // What the first screen needs comes in one file, where a browser would wait for twenty.
        codeSplitting: { groups: [{ name: "first", test: /\/src\/router\.tsx$|\/react-dom\// }] }
      }
    }
  },
  worker: { format: "es" }
})
