/** What an author calls the place of a rule. */
import { useCallback, useMemo } from "react"
import type { Authoring } from "../authoring/Authoring.ts"
import { useDraft, useEngine } from "../authoring/useAuthoring.ts"
import type { Draft } from "../document/Draft.ts"
import { entriesOf, memberOf, textOf } from "../document/nodes.ts"
import { placeOfRule } from "./whyOf.ts"

const lists = ["sections", "checks", "outcomes", "effects"]

/** The ids of the sections, checks, outcomes and effects by their pointers, as JSON: the same text as long as they are the same. */
const idsIn = ({ good }: Draft): string => {
  if (good === undefined) return "[]"
  const known = written.get(good)
  if (known !== undefined) return known
  const ids = lists.flatMap((list) =>
    entriesOf(memberOf(good.tree, list)).flatMap((entry, index) => {
      const id = textOf(memberOf(entry, "id"))
      return id === undefined ? [] : [[`/${list}/${index}`, id]]
    })
  )
  const json = JSON.stringify(ids)
  written.set(good, json)
  return json
}

/** Looked for once in a text, for all rules that are shown. */
const written = new WeakMap<object, string>()

export const useRulePlace = (authoring: Authoring): ((pointer: string) => { name: string; member: string }) => {
  const names = useEngine(authoring, ({ checked }) => checked?.names)
  const ids = useDraft(authoring, idsIn)
  const byPointer = useMemo(() => new Map(names?.map((name) => [name.pointer, name])), [names])
  const idByPointer = useMemo(() => new Map<string, string>(JSON.parse(ids)), [ids])
  return useCallback(
    (pointer) => placeOfRule(byPointer, pointer, (at) => idByPointer.get(at)),
    [byPointer, idByPointer]
  )
}
