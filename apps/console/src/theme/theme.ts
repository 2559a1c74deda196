/** Light, dark, or as the system has it: kept in this browser, and set before the first paint. */
import { makeValue } from "../api/value.ts"

export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

const place = "formwork.theme"

const stored = (): Theme => themes.find((theme) => theme === localStorage.getItem(place)) ?? "system"

export const theme = makeValue<Theme>(stored())

const show = (): void => {
  const chosen = theme.get()
  if (chosen === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = chosen
}

export const setTheme = (chosen: Theme): void => {
  theme.set(chosen)
  localStorage.setItem(place, chosen)
}

theme.subscribe(show)
show()
