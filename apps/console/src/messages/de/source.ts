import type { Messages } from "../Messages.ts"
import { counted } from "./common.ts"
import { editor } from "./editor.ts"

type Source = Messages["source"]

/** Why a text is not JSON. */
const reasons: { readonly [R in Parameters<Source["broken"]>[0]["reason"]]: string } = {
  empty: "Der Text ist leer",
  value: "Ein Wert fehlt",
  name: "Der Name eines Members in Anführungszeichen fehlt",
  colon: "Ein Doppelpunkt fehlt",
  comma: "Ein Komma fehlt",
  brace: "Eine schließende Klammer } fehlt",
  bracket: "Eine schließende Klammer ] fehlt",
  text: "Dieser Text hat kein schließendes Anführungszeichen oder eine Escape-Sequenz, die JSON nicht kennt",
  number: "Das ist keine Zahl",
  word: "Dieses Wort braucht Anführungszeichen",
  comment: "JSON kennt keine Kommentare",
  end: "Nach dem Ende folgt noch etwas",
  twice: "Das Objekt hat schon einen Member mit diesem Namen",
  deep: "Das ist tiefer als 32 Ebenen verschachtelt"
}

/** Who reads whom. */
export const readingWords = { reads: "Liest", readBy: "Gelesen von", nothing: "Nichts", again: "noch einmal" }

const decimalsOf = ({ decimals }: Parameters<Source["type"]>[0]): string =>
  decimals === undefined || decimals === 0 ? "" : `, ${counted(decimals, "Nachkommastelle", "Nachkommastellen")}`

export const source: Source = {
  label: "Quelltext der Definition",
  missing: "fehlt",
  expected: ({ expected }) => `Erwartet: ${expected}.`,
  putIn: ({ word }) => `${word} einsetzen`,
  broken: ({ line, reason }) => `${reasons[reason]}, in Zeile ${line}.`,
  type: (part) =>
    `${part.word}${part.currency === undefined ? "" : ` (${part.currency})`}${decimalsOf(part)}; ${counted(part.steps, "Schritt", "Schritte")}`,
  chain: readingWords,
  editor,
  rename: {
    title: ({ name }) => `${name} umbenennen`,
    name: "Neuer Name",
    why: "Er ändert sich in jeder Regel, jeder Meldung und jedem Effekt, die das Feld lesen.",
    submit: "Überall umbenennen"
  }
}
