/** A package of npm that only a part of an adapter needs. Its user installs it; without it that part dies with a sentence that names it. */
import { Effect } from "effect"

export interface OptionalPackage {
  /** What needs it, as the beginning of a sentence: `Budgets in Redis need`. */
  readonly needs: string
  readonly name: string
  /** The versions that the adapter works with, as its manifest has them. */
  readonly range: string
}

/** `Budgets in Redis need the package redis: npm install redis@^6.3.1` */
export const sentence = ({ name, needs, range }: OptionalPackage): string =>
  `${needs} the package ${name}: npm install ${name}@${range}`

/** The defect. Its message is the sentence. */
export class PackageMissing extends Error {
  override readonly name = "PackageMissing"

  constructor(wanted: OptionalPackage, cause: unknown) {
    super(sentence(wanted), { cause })
  }
}

/** Whether the import of this very package found nothing, and not one that it imports in turn. */
const isMissing = (cause: unknown, name: string): boolean =>
  cause instanceof Error &&
  "code" in cause &&
  cause.code === "ERR_MODULE_NOT_FOUND" &&
  cause.message.includes(`'${name}'`)

/**
 * Imports the package; dies with `PackageMissing` where it is not installed.
 * @param importing such as `() => import("redis")`.
 */
export const load = <A>(wanted: OptionalPackage, importing: () => Promise<A>): Effect.Effect<A> =>
  Effect.tryPromise({
    try: importing,
    catch: (cause) => (isMissing(cause, wanted.name) ? new PackageMissing(wanted, cause) : cause)
  }).pipe(Effect.orDie)
