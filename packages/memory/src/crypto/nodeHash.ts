/** SHA-256 of Node, where this runs in Node. The adapter itself needs no runtime, and so imports none. */

type Hash = (algorithm: "sha256", data: Uint8Array, encoding: "binary") => string

/** A member of an object, of whatever kind it is. */
const member = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null ? Reflect.get(of, name) : undefined

/** `hash` of node:crypto; undefined in other runtimes and in older versions of Node. */
const found = (): Hash | undefined => {
  const process = member(globalThis, "process")
  const load = member(process, "getBuiltinModule")
  if (typeof load !== "function") return undefined
  const hash = member(Reflect.apply(load, process, ["node:crypto"]), "hash")
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- https://nodejs.org/api/crypto.html#cryptohashalgorithm-data-options
  return typeof hash === "function" ? (hash as Hash) : undefined
}

const hash = found()

/** The digest of `data`; undefined where this does not run in Node. Text is the form in which Node gives one soonest. */
export const sha256 =
  hash === undefined
    ? undefined
    : (data: Uint8Array): Uint8Array => {
        const text = hash("sha256", data, "binary")
        const bytes = new Uint8Array(text.length)
        for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
        return bytes
      }
