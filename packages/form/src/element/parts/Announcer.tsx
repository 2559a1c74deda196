/** Says computed values and outcomes that changed, once a person pauses: a live region for each would interrupt every key. */
import { pointerOf } from "@formwork/rules/groups"
import { useEffect, useState } from "preact/hooks"
import type { FormSession } from "../../FormSession.ts"
import { type Filler, useFiller, useForm } from "../Filler.ts"
import { shown } from "../values/shown.ts"

const PAUSE_MILLIS = 1000

/** What may be said, by its name. */
const saidNow = (filler: Filler): ReadonlyMap<string, string> => {
  const { session } = filler
  const values = computedOf(session).flatMap((pointer) => {
    const view = session.view(pointer)
    return view?.shown === true ? [[pointer, `${view.label}: ${shown(view, filler)}`] as const] : []
  })
  return new Map([
    ...values,
    ...session.outcomes.map(({ id, message, pointer = "" }) => [`${id} ${pointer}`, message] as const)
  ])
}

const computedOf = ({ fields }: FormSession): ReadonlyArray<string> =>
  fields.flatMap(({ computed, field }) => (computed ? [pointerOf(field.slug)] : []))

export const Announcer = () => {
  const filler = useFiller()
  const { fields } = useForm()
  const [text, setText] = useState("")
  useEffect(() => {
    let said = saidNow(filler)
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = (): void => {
      const now = saidNow(filler)
      const changed = [...now].filter(([name, words]) => said.get(name) !== words).map(([, words]) => words)
      said = now
      if (changed.length > 0) setText(changed.join(". "))
    }
    const wait = (): void => {
      clearTimeout(timer)
      timer = setTimeout(say, PAUSE_MILLIS)
    }
    // A field may be computed later.
    const ends = ["", ...fields].map((pointer) => filler.session.subscribe(pointer, wait))
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [filler, fields])
  return (
    <p class="fw-unseen" role="status">
      {text}
    </p>
  )
}
