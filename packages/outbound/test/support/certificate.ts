/** A self-signed certificate, made for one test: X.509 v3 in DER by hand (RFC 5280). */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto"

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)
const oid = (...bytes: ReadonlyArray<number>) => der(0x06, Buffer.from(bytes))
const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const utcTime = (year: number) => der(0x17, Buffer.from(`${String(year).slice(2)}0101000000Z`))
const named = (name: string) => sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(name)))))

/** Good for `name` from one year to another. */
export const certificate = (name: string, years: readonly [from: number, to: number] = [2020, 2049]) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const alternativeNames = sequence(oid(0x55, 0x1d, 0x11), der(0x04, sequence(der(0x82, Buffer.from(name)))))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    named(name),
    sequence(utcTime(years[0]), utcTime(years[1])),
    named(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternativeNames))
  )
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign("sha256", body, privateKey)))
  // Lines of 64, and no empty one after the last: OpenSSL reads none.
  const base64 = (whole.toString("base64").match(/.{1,64}/gu) ?? []).join("\n")
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`
  }
}
