/** What can be seen from outside: what clients were answered, what lies in the database, what receivers got. */
import type { JsonObject } from "@formwork/rules/Json"

/** A 201. */
export interface Created {
  /** When it was there, in milliseconds of one clock. */
  readonly at: number
  readonly id: string
  readonly reference: string
  readonly state: string
  readonly data: JsonObject
  readonly calculated: JsonObject
}

/** One thing that a client wanted filed, or saved as a draft, however often it had to ask. */
export interface Wanted {
  /** The form's code. */
  readonly form: string
  /** Stands in its data and in nobody else's. */
  readonly marker: string
  readonly key: string | undefined
  readonly draft: boolean
  readonly data: JsonObject
  /** When it was first asked for, by the clock of `Created.at`. */
  readonly sentAt: number
  readonly created: ReadonlyArray<Created>
}

/** A change of a submission that was answered, or shown by a later answer to have been made. */
export interface Changed {
  readonly submission: string
  /** The one that it led to. */
  readonly revision: number
  readonly state: string
}

export interface StoredSubmission {
  readonly id: string
  readonly form: string
  readonly reference: string | null
  readonly state: string
  readonly data: JsonObject
  readonly calculated: JsonObject
}

export interface StoredRevision {
  readonly submission: string
  readonly revision: number
  readonly state: string
  readonly transition: string | null
}

export interface StoredFiring {
  readonly id: string
  readonly submission: string
  readonly effect: string
  readonly on: string
  readonly state: string
}

/** One request at a receiver of ours, one message in its mailbox, or one document that is kept. */
export interface Arrival {
  /** `webhook-id` of a delivery, `Idempotency-Key` of an integration, of a message its Message-ID before the @; a document's own. */
  readonly id: string
  /** The form's code and the effect's id: from the address, of a message from its subject. */
  readonly form: string
  readonly effect: string
  /** From the body, or the subject. */
  readonly submission: string
  readonly reference: string
  /** The whole body's digest. */
  readonly digest: string
  /** A delivery's signature, or that a document is a PDF; true of the rest. */
  readonly isGenuine: boolean
  /** Whether the receiver said yes to it. */
  readonly isTaken: boolean
}

export interface Evidence {
  readonly wanted: ReadonlyArray<Wanted>
  readonly changed: ReadonlyArray<Changed>
  readonly submissions: ReadonlyArray<StoredSubmission>
  readonly revisions: ReadonlyArray<StoredRevision>
  readonly firings: ReadonlyArray<StoredFiring>
  readonly keys: ReadonlyArray<{ readonly key: string; readonly submission: string }>
  readonly arrivals: ReadonlyArray<Arrival>
  /** What else should not have been: an answer that no client may get, a process that ended by itself. */
  readonly strange: ReadonlyArray<string>
}
