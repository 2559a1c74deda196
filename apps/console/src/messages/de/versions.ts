import type { Messages } from "../Messages.ts"
import { numbered } from "./common.ts"

export const versions: Messages["versions"] = {
  title: "Versionen",
  label: "Versionen",
  version: "Version",
  number: ({ number }) => `Version ${number}`,
  published: "Veröffentlicht",
  by: "Von",
  note: "Notiz",
  live: "Live",
  actions: "Aktionen",
  compare: "Mit Live-Version vergleichen",
  emptyTitle: "Noch keine Versionen",
  empty: "Das Veröffentlichen des Entwurfs erzeugt die erste.",
  compareWith: "Vergleichen mit",
  draft: "Entwurf",
  liveVersion: ({ number }) => `Version ${number}, live`,
  changes: "Was sich geändert hat",
  changesTo: ({ from, to }) => `Vorher: ${from}. Nachher: ${to}.`,
  again: "Erneut veröffentlichen",
  goBack: ({ number }) => `Zu Version ${number} zurückkehren`,
  againTitle: ({ number }) => `Version ${number} erneut veröffentlichen`,
  againWhy:
    "Ihre Definition ist ab der nächsten Anfrage unter der nächsten Nummer live. Der Entwurf bleibt, wie er ist.",
  againBreaks: ({ n }) =>
    n === 1
      ? "Verglichen mit der Live-Version kann 1 Änderung bei Aufrufern zu Fehlern führen."
      : `Verglichen mit der Live-Version können ${numbered(n)} Änderungen bei Aufrufern zu Fehlern führen.`,
  typeCode: ({ code }) => `Geben Sie zur Bestätigung ${code} ein`,
  isLive: "Diese Version ist live."
}
