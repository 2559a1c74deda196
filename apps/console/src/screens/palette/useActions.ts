/** What the palette knows by itself: screens, what can be done, and help. */
import { useNavigate, useParams } from "@tanstack/react-router"
import { useMe } from "../../api/me.ts"
import { useValue } from "../../api/value.ts"
import { helpOpen } from "../../keys/help.ts"
import { offers } from "../../keys/palette.ts"
import type { ShortcutId } from "../../keys/table.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { usePlaces } from "../shell/places.tsx"
import { type Entry, type EntryGroup, matches } from "./Entry.ts"

const chords: Readonly<Record<string, ShortcutId>> = { "/forms": "goForms", "/submissions": "goSubmissions" }

const useScreens = (): ReadonlyArray<Entry> => {
  const navigate = useNavigate()
  return usePlaces()
    .flatMap(({ places }) => places)
    .map(({ label, to }) => {
      const shortcut = chords[to]
      const run = () => void navigate({ to })
      return { id: `go ${to}`, label, run, ...(shortcut === undefined ? {} : { shortcut }) }
    })
}

/** An action that needs a privilege stays in the list of those who lack it, and says so. */
const useNew = (): ReadonlyArray<Entry> => {
  const { palette } = useMessages()
  const navigate = useNavigate()
  const { formId, tableName } = useParams({ strict: false })
  const held = new Set<string>(useMe().privileges)
  const act = (id: string, label: string, privilege: string, run: () => unknown): Entry => ({
    id: `do ${id}`,
    label,
    run: () => void run(),
    ...(held.has(privilege) ? {} : { lacking: palette.lacking({ privilege }) })
  })
  return [
    act("form", palette.newForm, "form:write", () => navigate({ to: "/forms/new" })),
    act("table", palette.newTable, "table:write", () => navigate({ to: "/tables/new-table" })),
    act("key", palette.newKey, "apikey:write", () => navigate({ to: "/settings/keys/new" })),
    act("person", palette.invite, "user:write", () => navigate({ to: "/settings/people/invite" })),
    ...(formId === undefined
      ? []
      : [
          act("publish", palette.publish, "form:publish", () =>
            navigate({ to: "/forms/$formId/publish", params: { formId } })
          )
        ]),
    ...(tableName === undefined
      ? []
      : [
          act("replace", palette.replaceTable, "table:write", () =>
            navigate({ to: "/tables/$tableName/replace", params: { tableName } })
          ),
          act("publish table", palette.publishTable, "table:publish", () =>
            navigate({ to: "/tables/$tableName/publish", params: { tableName } })
          )
        ])
  ]
}

/** A page of the server's own, beside the console. */
const openPage = (path: string): void => void window.open(path, "_blank", "noopener")

/** @param typed in the field; empty: everything. */
export const useActions = (typed: string): ReadonlyArray<EntryGroup> => {
  const { palette, shortcuts } = useMessages()
  const screens = useScreens()
  const offered = useValue(offers).map(({ label, run }, index): Entry => ({
    id: `offer ${index} ${label}`,
    label,
    run
  }))
  const acts = [...offered, ...useNew()]
  const help: ReadonlyArray<Entry> = [
    { id: "shortcuts", label: shortcuts.title, shortcut: "help", run: () => helpOpen.set(true) },
    { id: "manual", label: palette.manual, run: () => openPage("/docs") },
    { id: "problems", label: palette.problems, run: () => openPage("/docs/problems") }
  ]
  const passing = (entries: ReadonlyArray<Entry>) =>
    entries.filter(({ label }) => typed === "" || matches(typed, label))
  return [
    { id: "screens", label: palette.screens, entries: passing(screens) },
    { id: "acts", label: palette.acts, entries: passing(acts) },
    { id: "help", label: palette.help, entries: passing(help) }
  ]
}
