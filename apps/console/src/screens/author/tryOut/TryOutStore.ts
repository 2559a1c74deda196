/** The form of the draft while it is tried: what was filled in stays while the definition changes below it. */
import { type FormSession, openForm } from "@formwork/form/FormSession"
import type { FillableForm, Filling } from "@formwork/rules/FillableForm"
import type { JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import { type PortableRun, runPortable } from "@formwork/rules/runPortable"
import { readText, type Unread } from "../document/readText.ts"
import type { EngineClient, PreparedForm } from "../engine/EngineClient.ts"
import { signed } from "../../../parts/foreignText.ts"
import { dateIn } from "../engine/dateIn.ts"
import { withSigns } from "./withSigns.ts"

export interface TryOut {
  /** Undefined until a form runs. Another one each time that the form, the day or all of the data changes. */
  readonly session: FormSession | undefined
  /** JSON of what would be sent. */
  readonly payload: string
  /** `YYYY-MM-DD`. */
  readonly today: string
  /** Whether it is judged as a complete payload; else as one that is being filled. */
  readonly isComplete: boolean
}

/** Tells payloads apart. */
const keyOf = (data: JsonObject, today: string): string => `${today} ${JSON.stringify(data)}`

export class TryOutStore {
  readonly #engine: EngineClient
  readonly #now: () => Date
  readonly #listeners = new Set<() => void>()
  /** The form that the session runs. */
  #form: { readonly prepared: PreparedForm; readonly fillable: FillableForm } | undefined
  /** The payload that was sent last. */
  #asked = { edition: 0, data: "" }
  #state: TryOut = { session: undefined, payload: "{}", today: "", isComplete: false }

  /** @param now the clock behind the day that the form is tried on, until another one is set. */
  constructor(engine: EngineClient, now: () => Date) {
    this.#engine = engine
    this.#now = now
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): TryOut => this.#state

  /** Follows the form that runs. @returns what ends it. */
  begin(): () => void {
    const follow = (): void => {
      const prepared = this.#engine.getSnapshot().prepared?.form
      if (prepared === undefined || prepared === this.#form?.prepared) return
      const fillable = this.#fillable(prepared)
      this.#form = { prepared, fillable }
      const { session } = this.#state
      if (session?.timeZone !== prepared.timeZone) return this.#open({})
      session.goOnWith(fillable)
      this.changed()
    }
    follow()
    return this.#engine.subscribe(follow)
  }

  setToday(today: string): void {
    this.#open({ today })
  }

  setComplete(isComplete: boolean): void {
    this.#set({ isComplete })
    if (isComplete) this.#state.session?.attempt()
    else this.#open({})
    this.changed()
  }

  /** Takes another payload, and another day with it. @returns why the text is not a payload; undefined if it was taken. */
  setPayload(text: string, today?: string): Unread | { readonly kind: "notObject" } | undefined {
    const read = readText(text, "The payload")
    if ("unread" in read) return read.unread
    if (!isObject(read.value)) return { kind: "notObject" }
    this.#open({ data: read.value, ...(today === undefined ? {} : { today }) })
    return undefined
  }

  /** The same of values that were read before: a text of them would round long numbers. */
  setValues(data: JsonObject): void {
    this.#open({ data })
  }

  /** Fills in what the form accepts. @returns false where no such payload was found. */
  async fill(): Promise<boolean> {
    const example = await this.#engine.ask("exampleOf", { today: this.#state.today })
    return example !== undefined && example !== null && this.setPayload(example) === undefined
  }

  /** Runs what is filled in: called after each change of the session. */
  changed(): void {
    const { isComplete, session, today } = this.#state
    if (session === undefined) return
    const payload = session.payloadJson()
    if (payload !== this.#state.payload) this.#set({ payload })
    const edition = this.#engine.evaluate({ data: payload, today, draft: !isComplete })
    this.#asked = { edition, data: keyOf(session.payload(), today) }
  }

  /**
   * What a definition that changes gives comes from the worker: the text of its form is read only when something is filled in. Why is
   * answered from the worker's trace: the form that it writes for the page has no words of its rules.
   */
  #fillable({ extensions, fields, filled, sections, text, timeZone, title }: PreparedForm): FillableForm {
    let run: PortableRun | undefined
    const isOf = (data: JsonObject, today: string): boolean =>
      filled?.payload === this.#asked.edition && this.#asked.data === keyOf(data, today)
    return {
      title: signed(title),
      timeZone,
      extensions,
      sections: withSigns(sections),
      fields: withSigns(fields),
      fill: (data, today): Filling => {
        if (filled !== undefined && isOf(data, today)) return filled.filling
        run ??= runPortable(text)
        return run.fill(data, today)
      },
      trace: () =>
        (this.#engine.getSnapshot().evaluated?.trace ?? []).map((rule) => ({ ...rule, pointer: rule.inForm }))
    }
  }

  #open({ data, today }: { readonly data?: JsonObject; readonly today?: string }): void {
    if (this.#form === undefined) return
    const { fillable } = this.#form
    const before = this.#state
    const day = today ?? (before.today === "" ? dateIn(fillable.timeZone, this.#now()) : before.today)
    const from = before.session && { ...before.session.kept, attempted: before.isComplete }
    const session = openForm(fillable, {
      today: day,
      ...(from === undefined ? {} : { from }),
      ...(data === undefined ? {} : { data })
    })
    if (before.isComplete) session.attempt()
    this.#set({ session, today: day })
    this.changed()
  }

  #set(part: Partial<TryOut>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }
}
