import type { Messages } from "../Messages.ts"
import { numbered } from "./common.ts"

export const charts: Messages["charts"] = {
  table: "Als Tabelle anzeigen",
  day: "Tag",
  total: "Gesamt",
  logarithmic: "Die Achse zählt in Zehnerpotenzen.",
  amount: ({ amount }) => numbered(amount),
  bar: ({ label, parts }) => `${label}: ${parts.map((part) => `${part.label} ${numbered(part.amount)}`).join(", ")}`
}
