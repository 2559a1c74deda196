/**
 * The hash by which a distributed table is divided: Postgres' own of a UUID, `uuid_hash`. Knowing it here, a server finds the node of an
 * organisation without asking one.
 */

const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by))

/** A word of the UUID's bytes as the hash reads them: the lowest byte first. */
const wordAt = (digits: string, place: number): number => {
  let word = 0
  for (let byte = 3; byte >= 0; byte--) {
    const at = (place * 4 + byte) * 2
    word = (word << 8) | Number.parseInt(digits.slice(at, at + 2), 16)
  }
  return word
}

/** Bob Jenkins' lookup3 of 16 bytes, as Postgres has it. @param id a UUID. @returns a signed number of 32 bits. */
export const organisationHash = (id: string): number => {
  const digits = id.replaceAll("-", "")
  const begin = (0x9e3779b9 + 16 + 3_923_095) | 0
  let a = (begin + wordAt(digits, 0)) | 0
  let b = (begin + wordAt(digits, 1)) | 0
  let c = (begin + wordAt(digits, 2)) | 0

  a = ((a - c) | 0) ^ rotated(c, 4)
  c = (c + b) | 0
  b = ((b - a) | 0) ^ rotated(a, 6)
  a = (a + c) | 0
  c = ((c - b) | 0) ^ rotated(b, 8)
  b = (b + a) | 0
  a = ((a - c) | 0) ^ rotated(c, 16)
  c = (c + b) | 0
  b = ((b - a) | 0) ^ rotated(a, 19)
  a = (a + c) | 0
  c = ((c - b) | 0) ^ rotated(b, 4)
  b = (b + a) | 0

  a = (a + wordAt(digits, 3)) | 0
  c = ((c ^ b) - rotated(b, 14)) | 0
  a = ((a ^ c) - rotated(c, 11)) | 0
  b = ((b ^ a) - rotated(a, 25)) | 0
  c = ((c ^ b) - rotated(b, 16)) | 0
  a = ((a ^ c) - rotated(c, 4)) | 0
  b = ((b ^ a) - rotated(a, 14)) | 0
  return ((c ^ b) - rotated(b, 24)) | 0
}
