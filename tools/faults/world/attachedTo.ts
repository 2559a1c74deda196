/** The files that a message carries, read from its bytes by RFC 2045 and 2231. */

export interface Attached {
  readonly fileName: string
  readonly mediaType: string
  readonly encoding: string
  readonly bytes: Buffer
}

const parameter = (header: string, name: string): string => {
  const plain = new RegExp(`${name}=(?:"([^"]*)"|([^";\\s]+))`, "iu").exec(header)
  if (plain !== null) return plain[1] ?? plain[2] ?? ""
  const pieces = [...header.matchAll(new RegExp(`${name}\\*\\d+\\*?="?([^";]*)"?`, "giu"))].map(
    ([, piece = ""]) => piece
  )
  return decodeURIComponent(pieces.join("").replace(/^utf-8''/iu, ""))
}

/** Every part whose disposition is an attachment, in order. */
export const attachedTo = (raw: string): ReadonlyArray<Attached> =>
  raw.split(/^--[^\r\n]+\r\n/mu).flatMap((part) => {
    const end = part.indexOf("\r\n\r\n")
    const head = part.slice(0, end).replaceAll(/\r\n[ \t]+/gu, " ")
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "imu").exec(head)?.[1] ?? ""
    if (!field("content-disposition").startsWith("attachment")) return []
    return [
      {
        fileName: parameter(field("content-disposition"), "filename"),
        mediaType: field("content-type").split(";")[0] ?? "",
        encoding: field("content-transfer-encoding"),
        bytes: Buffer.from(part.slice(end), "base64")
      }
    ]
  })
