/** The wire between the Postgres driver and the embedded database: the same bytes that a socket would carry. */
import type { PGlite } from "@electric-sql/pglite"
import { Duplex } from "node:stream"

const cancelRequest = 80_877_102
const terminate = 0x58

const gone = () => new Error("the database's files are gone")

export class PgliteDuplex extends Duplex {
  private readonly database: PGlite
  private readonly isHeld: () => boolean
  private pending: Buffer = Buffer.alloc(0)
  private started = false

  /** @param isHeld whether the database's files are still there; without them nothing is passed on. */
  constructor(database: PGlite, isHeld: () => boolean) {
    super()
    this.database = database
    this.isHeld = isHeld
  }

  // The session outlives the connection: an open transaction or prepared statement of a broken connection must not reach the next one.
  // Not DISCARD ALL, which would give the superuser's role back.
  override _construct(done: (error?: Error | null) => void): void {
    if (!this.isHeld()) return done(gone())
    this.database.exec("rollback; deallocate all").then(() => done(), done)
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk])
    const end = this.completeLength()
    if (end === undefined) {
      this.push(null)
      return done()
    }
    if (end === 0) return done()
    const messages = this.pending.subarray(0, end)
    this.pending = this.pending.subarray(end)
    if (messages[0] === terminate) {
      this.push(null)
      return done()
    }
    if (!this.isHeld()) return done(gone())
    this.database.execProtocolRaw(new Uint8Array(messages)).then((answer) => {
      if (answer.length > 0) this.push(Buffer.from(answer))
      done()
    }, done)
  }

  /** How many bytes of whole messages are pending; undefined for a request to cancel, which has nothing to cancel here. */
  private completeLength(): number | undefined {
    let end = 0
    while (true) {
      const at = this.started ? end + 1 : end // the first message has no type byte
      if (this.pending.length < at + 4) return end
      const length = this.pending.readInt32BE(at)
      if (this.pending.length < at + length) return end
      if (!this.started && this.pending.readInt32BE(at + 4) === cancelRequest) return undefined
      end = at + length
      this.started = true
    }
  }
}
