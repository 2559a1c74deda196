/**
 * `<formwork-form>`: a form on any page, filled with the service's own rules. It renders into itself, without a shadow root: native
 * controls, labels and fieldsets, which the page's styles, password managers and translations reach.
 *
 * ```html
 * <script type="module" src="formwork-form.js"></script>
 * <formwork-form form="motor-quote" base="/quotes"></formwork-form>
 * ```
 */
import type { Json } from "@formwork/rules/Json"
import { runPortable } from "@formwork/rules/runPortable"
import { h, render } from "preact"
import { type Attempt, type FormSession, openForm } from "../FormSession.ts"
import { adopt } from "./adopt.ts"
import { Base, define } from "./Base.ts"
import type { Filler } from "./Filler.ts"
import { focusOn } from "./focusOn.ts"
import { Leaving } from "./Leaving.ts"
import { Form, type Stage } from "./parts/Form.tsx"
import { newKey, postTo, send, type Submit } from "./sending.ts"
import { todayIn } from "./values/moments.ts"
import { signsOf } from "./values/readNumber.ts"
import { Uploads } from "./Uploads.ts"
import type { StandIn, Upload } from "./uploading.ts"
import type { Words } from "./words/Words.ts"
import { isSaidByForm, wordsFor, wordsToCome } from "./words/wordsFor.ts"

let forms = 0
const filling: Stage = { kind: "filling", refused: [] }

/** Properties that a page may have set before the element was defined. */
const PROPERTIES = ["session", "prepared", "definition", "submit", "upload", "standIn"] as const

export class FormworkForm extends Base {
  static readonly observedAttributes = ["form", "base", "submission", "lang", "mode", "why"]

  readonly #prefix = `fw${(forms += 1)}`
  readonly #pages: Filler["pages"] = new Map()
  readonly #way: Filler["way"] = { to: undefined }
  #session: FormSession | undefined
  #filler: Filler | undefined
  #submit: Submit | undefined
  readonly #uploads = new Uploads(() => this.#again())
  #stage: Stage = filling
  #idempotencyKey = newKey()
  readonly #leaving = new Leaving((pointer) => this.#session?.leave(pointer))
  #end: (() => void) | undefined
  /** The latest request: answers to earlier ones are dropped. */
  #asked: object | undefined

  /** The session that is shown: one that the page opened, or the element's own. Another one begins another filling. */
  get session(): FormSession | undefined {
    return this.#session
  }

  set session(session: FormSession | undefined) {
    this.#asked = undefined
    this.#session = session
    this.#filler = undefined
    this.#idempotencyKey = newKey()
    this.#stage = filling
    this.#render()
  }

  /** A form that `toPortable` of @formwork/rules wrote. Opens it for today, empty. Throws where this package cannot run it. */
  set prepared(text: string) {
    const form = runPortable(text)
    this.session = openForm(form, { today: todayIn(form.timeZone) })
  }

  /**
   * A definition, as its author writes it, shown in the page's language where it has that. Loads the check; a definition with faults is a
   * `formwork-broken` event.
   */
  set definition(definition: Json) {
    void this.#load(async () => {
      const { formOf } = await import("./definitions.ts")
      const form = formOf(definition, this.#language())
      return openForm(form, { today: todayIn(form.timeZone) })
    })
  }

  /** How the page files what was filled in. Without it, and without the attribute `form`, there is no button. */
  get submit(): Submit | undefined {
    return this.#submit
  }

  set submit(submit: Submit | undefined) {
    this.#submit = submit
    this.#render()
  }

  /** How the page uploads a file that was chosen. Without it, and without the attribute `form`, no file can be chosen. */
  get upload(): Upload | undefined {
    return this.#uploads.upload
  }

  set upload(upload: Upload | undefined) {
    this.#uploads.upload = upload
    this.#again()
  }

  /** A file without an upload, for pages on which a form is tried out. */
  get standIn(): StandIn | undefined {
    return this.#uploads.standIn
  }

  set standIn(standIn: StandIn | undefined) {
    this.#uploads.standIn = standIn
    this.#again()
  }

  connectedCallback(): void {
    for (const name of PROPERTIES) {
      const early = Object.getOwnPropertyDescriptor(this, name)
      if (early === undefined || !Reflect.deleteProperty(this, name)) continue
      Reflect.set(this, name, early.value)
    }
    adopt(this.getRootNode())
    this.#end ??= this.#leaving.listen()
    if (this.#session === undefined && this.#asked === undefined) this.#fetch()
    this.replaceChildren()
    this.#render()
  }

  disconnectedCallback(): void {
    this.#end?.()
    this.#end = undefined
    render(null, this)
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // Attributes of an element that is upgraded come before it is connected.
    if (this.#end === undefined || before === after) return
    this.#filler = undefined
    if (name === "form" || name === "base") this.#fetch()
    this.#render()
  }

  /** What the controls have of the page is another. */
  #again(): void {
    this.#filler = undefined
    this.#render()
  }

  /** Shows every problem; the summary of them gets the focus. @returns undefined as long as there is no form. */
  attempt(): Attempt | undefined {
    const attempt = this.#session?.attempt()
    if (attempt?.valid === false) this.#focus("summary")
    return attempt
  }

  /** Moves the focus to the field, row or list at a pointer. @returns false where the form does not show it. */
  focusField(pointer: string): boolean {
    const isShown = this.#session?.view(pointer)?.shown === true
    if (isShown && this.#filler !== undefined) focusOn(this.#filler, pointer)
    return isShown
  }

  #fetch(): void {
    const form = this.getAttribute("form")
    if (form === null) return
    void this.#load(async () => {
      // A server with a form in several languages prepares it in the page's, and not in the browser's.
      const headers = { "Accept-Language": this.#language() }
      const answer = await fetch(`${this.#address(form)}/prepared`, { headers })
      if (!answer.ok) throw new Error(`The form could not be loaded: ${answer.status}.`)
      const run = runPortable(await answer.text())
      return openForm(run, { today: todayIn(run.timeZone) })
    })
  }

  #address(form: string): string {
    return `${this.getAttribute("base") ?? ""}/forms/${encodeURIComponent(form)}`
  }

  /** Below the form that the page names; undefined where it names none. */
  #formAddress(part: string): string | undefined {
    const form = this.getAttribute("form")
    return form === null ? undefined : `${this.#address(form)}/${part}`
  }

  async #load(open: () => Promise<FormSession>): Promise<void> {
    const own = {}
    this.#asked = own
    try {
      const [session] = await Promise.all([open(), wordsToCome(this.#language())])
      if (this.#asked === own) this.session = session
    } catch (cause) {
      await wordsToCome(this.#language())
      if (this.#asked !== own) return
      this.replaceChildren(this.#words().unavailable)
      this.#tell("formwork-broken", { message: cause instanceof Error ? cause.message : String(cause) })
    }
  }

  /** The nearest language tag of the page. */
  #language(): string {
    const tag = this.closest<HTMLElement>("[lang]")?.lang
    return tag === undefined || tag === "" ? "en" : tag
  }

  #words(): Words {
    return wordsFor(this.#language())
  }

  #fillerOf(session: FormSession): Filler {
    const words = this.#words()
    return {
      session,
      words,
      isSaidByForm: isSaidByForm(session, words, this.#language()),
      timeZone: session.timeZone,
      files: this.#uploads.filesOf({
        posted: this.#formAddress("files"),
        base: this.getAttribute("base") ?? "",
        submission: this.getAttribute("submission")
      }),
      isOpen: () => this.#session === session,
      signs: signsOf(words.language),
      prefix: this.#prefix,
      why: this.hasAttribute("why"),
      edit: (pointer, change) => {
        change()
        this.#tell("formwork-change", { pointer })
      },
      leave: this.#leaving.leave,
      ask: (pointer) => this.#tell("formwork-why", { pointer }),
      pages: this.#pages,
      way: this.#way
    }
  }

  #render(): void {
    if (!this.isConnected || this.#session === undefined) return
    const words = wordsToCome(this.#language())
    if (words !== undefined) return void words.then(() => this.#again())
    this.#filler ??= this.#fillerOf(this.#session)
    const submit = this.#submitter()
    render(
      h(Form, {
        filler: this.#filler,
        mode: this.getAttribute("mode") === "read" ? "read" : "fill",
        stage: this.#stage,
        send: submit && (() => void this.#send(submit))
      }),
      this
    )
  }

  #submitter(): Submit | undefined {
    const posted = this.#formAddress("submissions")
    return this.#submit ?? (posted === undefined ? undefined : postTo(posted))
  }

  async #send(submit: Submit): Promise<void> {
    const session = this.#session
    if (session === undefined || this.#stage.kind !== "filling") return
    if (this.#uploads.isRunning) {
      this.#to({ kind: "sending" })
      const arrived = await this.#uploads.all()
      if (this.#session !== session) return
      if (!arrived) return this.#to(filling)
    }
    this.#to(filling)
    const { payload, problems, valid } = this.attempt() ?? session.attempt()
    if (!valid) return void this.#tell("formwork-refused", { problems })
    this.#to({ kind: "sending" })
    const filing = { data: payload, body: `{"data":${session.payloadJson()}}`, idempotencyKey: this.#idempotencyKey }
    const sent = await send(submit, filing, this.#words())
    // The page has gone on to another form.
    if (this.#session !== session) return
    if (sent.kind === "filed") {
      this.#to({ kind: "sent", reference: sent.reference })
      this.#focus("sent")
      this.#tell("formwork-filed", { answer: sent.answer })
    } else {
      this.#to({ kind: "filling", refused: sent.sentences })
      this.#focus("summary")
      this.#tell("formwork-refused", { answer: sent.answer })
    }
  }

  #to(stage: Stage): void {
    this.#stage = stage
    this.#render()
  }

  /** What was rendered in this turn is there in the next frame. */
  #focus(part: "sent" | "summary"): void {
    requestAnimationFrame(() => document.getElementById(`${this.#prefix}--${part}`)?.focus())
  }

  /** @returns whether the page left it to the element. */
  #tell(name: string, detail: object): boolean {
    return this.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail }))
  }
}

define("formwork-form", FormworkForm)
