/** Puts the console together: its queries, its sentences, its routes. */
// First, because the order of the layers is that of their first mention.
import "./tokens.css"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { queries } from "./api/queries.ts"
import { followOtherTabs } from "./api/session.ts"
import { fetchAhead } from "./fetchAhead.ts"
import { followChoice, show } from "./messages/chosen.ts"
import { firstWords } from "./messages/firstWords.ts"
import type { Messages } from "./messages/Messages.ts"
import { Spoken } from "./messages/Spoken.tsx"
import { router } from "./router.tsx"
import "./theme/theme.ts"

const place = document.getElementById("root")
if (place === null) throw new Error("the page has no place for the console")

followOtherTabs(() => {
  queries.clear()
  // Also away from a screen that asks before it is left: what it shows is for the person who signed out.
  void router.navigate({ to: "/signin", search: { to: "/" }, ignoreBlocker: true })
})

followChoice()
fetchAhead(router)

const begin = (words: Messages | undefined): void => {
  if (words === undefined) {
    // In no catalogue, because none has come.
    place.textContent = "The console could not be loaded. Reload the page to try again."
    return
  }
  show(words)
  createRoot(place).render(
    <StrictMode>
      <Spoken>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Spoken>
    </StrictMode>
  )
}

void firstWords.then(begin)
