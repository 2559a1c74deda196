import type { Messages } from "../Messages.ts"
import { listed } from "./common.ts"

/** After "kann" and "darf": what a credential with the privilege may do. */
const may: Messages["privileges"]["may"] = {
  "submission:read": "Einreichungen lesen",
  "submission:write": "Einreichungen einreichen",
  "submission:delete": "Einreichungen löschen",
  "form:read": "Formulare lesen",
  "form:write": "Formulare ändern",
  "form:publish": "Formulare veröffentlichen",
  "folder:read": "Ordner sehen",
  "folder:write": "Ordner ändern",
  "report:read": "Berichte lesen",
  "apikey:read": "API-Schlüssel auflisten",
  "apikey:write": "API-Schlüssel erstellen und widerrufen",
  "apikey:budget": "Kontingente von API-Schlüsseln erhöhen",
  "user:read": "Personen auflisten",
  "user:write": "Personen einladen und ändern",
  "effect:read": "Effekte sehen",
  "effect:write": "Effekte erneut senden",
  "audit:read": "das Audit-Log lesen",
  "organisation:write": "die Organisation und ihre Geheimnisse ändern"
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const privileges: Messages["privileges"] = {
  may,
  short: ({ held }) => {
    const words = held.map((privilege) => may[privilege])
    const parts = words.length <= 3 ? words : [...words.slice(0, 2), `${words.length - 2} weitere`]
    return capitalised(listed(parts))
  },
  whole: ({ held }) => capitalised(listed(held.map((privilege) => may[privilege]))),
  all: ({ held }) => listed(held.map((privilege) => may[privilege]))
}
