import type { Messages } from "../Messages.ts"
import { counted } from "./common.ts"

export const definition: Messages["definition"] = {
  faults: "Fehler",
  expected: "Erwartet:",
  moreFaults: ({ n }) => `${counted(n, "weiterer Fehler wird", "weitere Fehler werden")} nicht angezeigt.`,
  notObject: "Eine Definition ist ein JSON-Objekt.",
  rounded: ({ literal }) =>
    `Die Zahl ${literal.slice(0, 40)} hat mehr Stellen, als gespeichert werden. Schreiben Sie eine Zahl mit höchstens 15 Stellen.`,
  source: "Definition",
  before: "Vorher",
  after: "Nachher"
}
