/** The palette over a screen, with what it finds and with what it could not search. */
import { refusing } from "../forms/support.ts"
import { dialog, refused, wide } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

export const paletteVisits: ReadonlyArray<Visit> = [
  {
    name: "palette",
    opens: ["screens/palette/Palette.tsx"],
    go: async (app) => {
      await wide(app)
      await app.open("/settings/organisation")
      await app.page.getByRole("heading", { level: 1 }).waitFor()
      await app.page.keyboard.press("Control+K")
      await dialog(app).getByRole("combobox").fill("img src")
      for (const kind of ["Forms", "API keys", "People"])
        await dialog(app).getByRole("group", { name: kind, exact: true }).getByRole("option").first().waitFor()
    }
  },
  {
    name: "palette, refused",
    go: async (app) => {
      await app.page.setViewportSize({ width: 1280, height: 800 })
      await app.page.route("**/api/platform/forms?*", refusing(503, refused), { times: 1 })
      await dialog(app).getByRole("combobox").fill("img sr")
      await dialog(app)
        .getByRole("option", { name: /could not be searched/u })
        .waitFor()
    }
  }
]
