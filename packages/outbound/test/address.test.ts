/** Which addresses are public: the registries' prefixes, checked against arithmetic, and URLs that try to get around them. */
import { assert, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { whyNotPublic } from "@formwork/outbound/http/Address"
import * as Destination from "@formwork/outbound/http/Destination"
import { production } from "@formwork/outbound/http/Policy"

const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".")
const colons = (value: bigint) =>
  Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16)).join(":")

/** First and last of each range that is not public, as numbers, written independently of the table in the source. */
const closed4: ReadonlyArray<readonly [number, number]> = [
  [0x00000000, 0x00ffffff],
  [0x0a000000, 0x0affffff],
  [0x64400000, 0x647fffff],
  [0x7f000000, 0x7fffffff],
  [0xa9fe0000, 0xa9feffff],
  [0xac100000, 0xac1fffff],
  [0xc0000000, 0xc00000ff],
  [0xc0000200, 0xc00002ff],
  [0xc01fc400, 0xc01fc4ff],
  [0xc034c100, 0xc034c1ff],
  [0xc0586300, 0xc05863ff],
  [0xc0a80000, 0xc0a8ffff],
  [0xc0af3000, 0xc0af30ff],
  [0xc6120000, 0xc613ffff],
  [0xc6336400, 0xc63364ff],
  [0xcb007100, 0xcb0071ff],
  [0xe0000000, 0xffffffff]
]
const isClosed4 = (value: number) => closed4.some(([first, last]) => value >= first && value <= last)

const open6 = (value: bigint) => {
  const top = (bits: number) => value >> BigInt(128 - bits)
  if (top(3) !== 0b001n) return false
  const inside = (prefix: bigint, bits: number) => top(bits) === prefix >> BigInt(128 - bits)
  return !(
    inside(0x2001n << 112n, 23) ||
    inside(0x20010db8n << 96n, 32) ||
    inside(0x2002n << 112n, 16) ||
    inside(0x2620004f8000n << 80n, 48) ||
    inside(0x3fff0000n << 96n, 20)
  )
}

it("both ends of every reserved IPv4 range are not public, and their outer neighbours are", () => {
  for (const [first, last] of closed4) {
    assert.isDefined(whyNotPublic(dotted(first)), dotted(first))
    assert.isDefined(whyNotPublic(dotted(last)), dotted(last))
    for (const outside of [first - 1, last + 1].filter((value) => value >= 0 && value < 2 ** 32 && !isClosed4(value))) {
      assert.isUndefined(whyNotPublic(dotted(outside)), dotted(outside))
    }
  }
})

it.prop(
  "an IPv4 address is public exactly where it is in no reserved range",
  [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 32 - 1 }))],
  ([value]) => assert.strictEqual(whyNotPublic(dotted(value)) === undefined, !isClosed4(value)),
  { arbitrary: { runs: 2_000 } }
)

const within = Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: 0n, maximum: (1n << 128n) - 1n }))
const head = Schema.Literals([
  0x2001, 0x2002, 0x2003, 0x2606, 0x2620, 0x3fff, 0x3ffe, 0x64, 0, 0xfe80, 0xfec0, 0xfc00, 0xff02
])

it.prop(
  "an IPv6 address is public exactly where it is global unicast and in no reserved range",
  [head, within],
  ([start, rest]) => {
    for (const value of [
      rest,
      (BigInt(start) << 112n) | (rest & ((1n << 112n) - 1n)),
      (BigInt(start) << 112n) | (rest >> 100n)
    ]) {
      assert.strictEqual(whyNotPublic(colons(value)) === undefined, open6(value), colons(value))
    }
  },
  { arbitrary: { runs: 500 } }
)

it.prop(
  "an IPv6 address that carries an IPv4 address is not public",
  [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 32 - 1 }))],
  ([value]) => {
    const [high, low] = [(value >>> 16).toString(16), (value & 0xffff).toString(16)]
    for (const address of [`::ffff:${dotted(value)}`, `::${dotted(value)}`, `64:ff9b::${dotted(value)}`]) {
      assert.isDefined(whyNotPublic(address), address)
    }
    assert.isDefined(whyNotPublic(`2002:${high}:${low}::1`))
    assert.isDefined(whyNotPublic(`2001:0:${high}:${low}::1`))
  }
)

it("well-known public addresses are public", () => {
  for (const address of [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "2606:4700:4700::1111",
    "2001:4860:4860::8888",
    "2a00::1"
  ]) {
    assert.isUndefined(whyNotPublic(address), address)
  }
})

const refused: ReadonlyArray<string> = [
  "http://example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "data:text/plain,x",
  "//example.com/",
  "example.com",
  "https://",
  "https:///",
  "https://localhost/",
  "https://LOCALHOST/",
  "https://a.localhost/",
  "https://printer.local/",
  "https://metadata.google.internal/",
  "https://intranet/",
  "https://db.home.arpa/",
  "https://example.com./",
  "https://127.0.0.1/",
  "https://127.1/",
  "https://0x7f.1/",
  "https://0177.0.0.1/",
  "https://2130706433/",
  "https://0/",
  "https://%31%32%37.0.0.1/",
  "https://①②⑦.0.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://168.63.129.16/machine/?comp=goalstate",
  "https://[::1]/",
  "https://[::]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[fe80::1]/",
  "https://[fe80::1%25eth0]/",
  "https://[fd00::1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://user@example.com/",
  "https://user:password@example.com/",
  "https://@127.0.0.1/",
  "https://example.com:22/",
  "https://example.com:25/",
  "https://example.com:6667/",
  "https://example.com:99999/",
  "https://exa mple.com/",
  "https://exa\tmple.com/",
  "https://exa\nmple.com/",
  " https://example.com/",
  "https://example.com/\r\nX-Injected: 1",
  "https://example.com/\u0000",
  "https://exämple.com/",
  `https://example.com/${"a".repeat(2_048)}`
]

it.each(refused)("the URL %j is refused for good", (url) => {
  const result = Destination.read(url, production)
  assert.isTrue(Result.isFailure(result), url)
  if (Result.isFailure(result)) assert.strictEqual(result.failure.verdict, "dead")
})

it("a public URL keeps its host, port, path and query", () => {
  const read = (url: string) => Result.getOrThrow(Destination.read(url, production))
  assert.deepStrictEqual(read("https://Hooks.Example.com/a/../b?c=d&e#f"), {
    secure: true,
    host: "hooks.example.com",
    hostname: "hooks.example.com",
    port: 443,
    path: "/b?c=d&e"
  })
  assert.strictEqual(read("https://example.com:8443").host, "example.com:8443")
  assert.strictEqual(read("https://xn--exmple-cua.com/").hostname, "xn--exmple-cua.com")
  assert.strictEqual(read("https://1.1.1.1/").hostname, "1.1.1.1")
  assert.strictEqual(read("https://[2606:4700::1111]/").hostname, "2606:4700::1111")
})
