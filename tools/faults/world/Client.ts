/** A client as it should be: it repeats a request under an idempotency key until it has an answer; without a key it asks once. */
import { Agent } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { JsonObject } from "@formwork/rules/Json"
import { call } from "../../../apps/server/test/support/call.ts"
import type { Call, Reply } from "../../../apps/server/test/support/call.ts"
import { kinds } from "./Forms.ts"
import type { Entry, Journal } from "./Journal.ts"
import * as Journals from "./Journal.ts"
import type { Random } from "./Random.ts"

/** What a client knows of the service. */
export interface Service {
  /** The addresses at which servers listen now. */
  readonly addresses: () => ReadonlyArray<string>
  readonly token: string
  /** The ids of forms, by their codes. */
  readonly forms: ReadonlyMap<string, string>
}

/** Longer than a server takes for anything. */
const patienceMillis = 20_000
/** When a client gives up: long after all faults end. */
const longestMillis = 180_000

export class Client {
  readonly #name: string
  readonly #service: Service
  readonly #journal: Journal
  readonly #random: Random
  readonly #agent = new Agent({ keepAlive: true })
  #count = 0

  constructor(name: string, service: Service, journal: Journal, random: Random) {
    this.#name = name
    this.#service = service
    this.#journal = journal
    this.#random = random
  }

  /** Files, saves drafts and changes submissions one after another until `isOver`, while it `mayFile`. */
  async run(isOver: () => boolean, mayFile: () => boolean, pauseMillis: number): Promise<void> {
    while (!isOver()) {
      if (mayFile()) await this.#something()
      await sleep(this.#random.next() * 2 * pauseMillis)
    }
    this.#agent.destroy()
  }

  /** Files under a key, the first time at `address`. */
  async file(marker: string, address: string): Promise<Entry> {
    const entry = this.#want("ORD", { key: `key-${marker}`, draft: false, marker })
    await this.#create(entry, address)
    return entry
  }

  async #something(): Promise<void> {
    const form = this.#random.pick(kinds).code
    const dice = this.#random.next()
    if (dice < 0.1) return this.#once(this.#want(form, { key: undefined, draft: false }))
    const draft = dice < 0.35
    const entry = this.#want(form, { key: `key-${this.#name}-${this.#count}`, draft })
    if (dice > 0.9) await Promise.all([this.#create(entry), this.#create(entry)])
    else await this.#create(entry)
    if (draft) await this.#complete(entry)
    // The key gets the first answer, even if the submission has changed since.
    if (this.#random.next() < 0.15) await this.#create(entry)
  }

  #want(form: string, asked: { key: string | undefined; draft: boolean; marker?: string }): Entry {
    const { draft, key, marker = `${this.#name}-${++this.#count}.` } = asked
    const data = { marker, amount: this.#random.below(100), note: "n".repeat(this.#random.below(300)) }
    return Journals.want(this.#journal, { form, marker, key, draft, data })
  }

  async #once(entry: Entry): Promise<void> {
    const reply = await this.#ask(this.#creating(entry))
    if (reply?.status === 201) Journals.created(entry, reply.body)
  }

  async #create(entry: Entry, address?: string): Promise<void> {
    const reply = await this.#insist(this.#creating(entry), address)
    if (reply.status === 201) Journals.created(entry, reply.body)
    else this.#strange(`${entry.marker} was answered ${reply.status}: ${JSON.stringify(reply.body)}`)
  }

  #creating({ data, draft, form, key }: Entry): Call {
    const headers = key === undefined ? {} : { "idempotency-key": key }
    return { path: `v1/forms/${this.#service.forms.get(form)}/submissions`, headers, body: { data, draft } }
  }

  /** Saves a draft again, files it and takes it through its workflow, as far as `random` says. */
  async #complete({ created, data }: Entry): Promise<void> {
    const id = created[0]?.id
    if (id === undefined) return
    let revision = 1
    const change = async (call: Call, state: string): Promise<boolean> => {
      const isMade = await this.#change(id, revision, call, state)
      if (isMade) revision++
      return isMade
    }
    const saved = (): JsonObject => ({ ...data, note: `saved ${revision}` })
    for (let saves = this.#random.below(3); saves > 0; saves--)
      if (!(await change({ method: "PUT", path: "", body: { data: saved() } }, "draft"))) return
    if (!(await change({ path: "/file", body: {} }, "submitted"))) return
    if (this.#random.next() < 0.5) return
    if (!(await change({ path: "/transitions", body: { name: "review" } }, "in_review"))) return
    await change({ path: "/transitions", body: { name: "approve" } }, "approved")
  }

  /** Changes `revision` of a submission into the next one; no other client changes it. */
  async #change(id: string, revision: number, { path, ...call }: Call, state: string): Promise<boolean> {
    const reply = await this.#insist({
      ...call,
      path: `submissions/${id}${path}`,
      headers: { "if-match": `"${revision}"` }
    })
    const { revision: reached, workflowState } = reply.body
    // The answer was lost, but the change was made, and this is its revision.
    const wasMade = reply.status === 409 && reached === revision + 1 && workflowState === state
    const isMade = reply.status === 200 || wasMade
    if (isMade) this.#journal.changed.push({ submission: id, revision: revision + 1, state })
    else this.#strange(`${id} to ${state} from ${revision} was answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return isMade
  }

  /** Repeats the request until a server gives a definite answer. */
  async #insist(call: Call, first?: string): Promise<Reply> {
    const deadline = performance.now() + longestMillis
    for (let address = first; ; address = undefined) {
      const reply = await this.#ask(call, address)
      if (reply !== undefined && !isUnsettled(reply)) return reply
      if (performance.now() > deadline) return { status: 0, body: { said: "nothing, for three minutes" }, headers: {} }
      await sleep(10 + this.#random.below(90))
    }
  }

  async #ask(asked: Call, address?: string): Promise<Reply | undefined> {
    const addresses = this.#service.addresses()
    const at = address ?? (addresses.length === 0 ? undefined : this.#random.pick(addresses))
    const signal = AbortSignal.timeout(patienceMillis)
    const reply =
      at === undefined
        ? undefined
        : await call(this.#agent, at, { ...asked, token: this.#service.token, signal }).catch(() => undefined)
    const { statuses } = this.#journal
    const status = reply?.status ?? 0
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // A failure of the database is 503; a 500 is a defect of the server.
    if (status === 500) this.#strange(`500 was answered: ${JSON.stringify(reply?.body)}`)
    return reply
  }

  #strange(says: string): void {
    this.#journal.strange.push(says)
  }
}

const isUnsettled = ({ body, status }: Reply): boolean =>
  status >= 500 || (status === 409 && body["code"] === "IDEMPOTENCY_IN_PROGRESS")
