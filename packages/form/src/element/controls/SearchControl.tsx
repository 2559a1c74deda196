import type { Option } from "@formwork/rules/Definition"
import { useState } from "preact/hooks"
import { useFiller, useSet } from "../Filler.ts"
import { type ControlProps, described, textOf } from "./ControlProps.ts"

/** Of more options one is found by typing. */
export const MOST_LISTED = 200

const MOST_PROPOSED = 40

interface Entry {
  readonly value: string
  /** What a person types and reads: the label, with the value where several options have it. */
  readonly text: string
  /** What is searched. */
  readonly small: string
}

interface Entries {
  readonly all: ReadonlyArray<Entry>
  readonly byText: ReadonlyMap<string, string>
  readonly byValue: ReadonlyMap<string, string>
}

const known = new WeakMap<ReadonlyArray<Option>, Entries>()

const entriesOf = (options: ReadonlyArray<Option>): Entries => {
  const ready = known.get(options)
  if (ready !== undefined) return ready
  const counts = new Map<string, number>()
  for (const { label } of options) counts.set(label, (counts.get(label) ?? 0) + 1)
  const all = options.map(({ label, value }): Entry => {
    const text = counts.get(label) === 1 ? label : `${label} (${value})`
    return { value, text, small: `${text}\n${value}`.toLowerCase() }
  })
  const entries = {
    all,
    byText: new Map(all.map(({ text, value }) => [text, value])),
    byValue: new Map(all.map(({ text, value }) => [value, text]))
  }
  known.set(options, entries)
  return entries
}

/** Those that begin with what was typed, then those that have it. */
const proposed = ({ all }: Entries, typed: string): ReadonlyArray<Entry> => {
  const small = typed.toLowerCase()
  const [first, others]: [Array<Entry>, Array<Entry>] = [[], []]
  for (const entry of all) {
    const at = entry.small.indexOf(small)
    if (at === 0) first.push(entry)
    else if (at > 0 && others.length < MOST_PROPOSED) others.push(entry)
    if (first.length === MOST_PROPOSED) break
  }
  return [...first, ...others].slice(0, MOST_PROPOSED)
}

/** One of very many options, found by what a person types: the browser's own list of proposals. What is none of them stays, as a problem. */
export const SearchControl = (props: ControlProps) => {
  const { describedBy, id, view } = props
  const { words } = useFiller()
  const set = useSet(view.pointer)
  const [typed, setTyped] = useState<string>()
  const entries = entriesOf(view.options)
  const chosen = textOf(view)
  const hint = `${id}-hint`
  return (
    <>
      <input
        {...described({ ...props, describedBy: [describedBy, hint].filter(Boolean).join(" ") })}
        id={id}
        type="text"
        list={`${id}-options`}
        autocomplete="off"
        placeholder={view.placeholder}
        aria-required={view.required}
        value={typed ?? entries.byValue.get(chosen) ?? chosen}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value)
          set(value === "" ? undefined : (entries.byText.get(value) ?? value))
        }}
        onBlur={() => setTyped(undefined)}
      />
      <datalist id={`${id}-options`}>
        {proposed(entries, typed ?? "").map(({ text, value }) => (
          <option key={value} value={text} />
        ))}
      </datalist>
      <span id={hint} class="fw-unit">
        {words.search(view.options.length)}
      </span>
    </>
  )
}
