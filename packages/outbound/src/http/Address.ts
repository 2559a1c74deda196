/**
 * Which IP addresses are public. Everything that IANA's special-purpose registries do not call globally reachable is refused
 * (RFC 6890 and its updates; registries of IPv4, IPv6 and multicast address space), and so is what carries an IPv4 address inside,
 * and an address at which a cloud serves its own machines.
 */
import { BlockList, isIP } from "node:net"

/** Each prefix, the reason why it is not public, and the source of that. */
const special: ReadonlyArray<readonly [prefix: string, meaning: string]> = [
  ["0.0.0.0/8", "this network"], // RFC 791; many systems take it for themselves
  ["10.0.0.0/8", "private"], // RFC 1918
  ["100.64.0.0/10", "shared with a carrier"], // RFC 6598
  ["127.0.0.0/8", "this machine"], // RFC 1122
  ["169.254.0.0/16", "link-local"], // RFC 3927; cloud metadata
  ["168.63.129.16/32", "a cloud's own services"], // Azure's platform, from within its machines; public by the registries
  ["172.16.0.0/12", "private"], // RFC 1918
  ["192.0.0.0/24", "protocol assignments"], // RFC 6890
  ["192.0.2.0/24", "documentation"], // RFC 5737
  ["192.31.196.0/24", "AS112"], // RFC 7535
  ["192.52.193.0/24", "multicast tunnels"], // RFC 7450
  ["192.88.99.0/24", "6to4 relays"], // RFC 7526
  ["192.168.0.0/16", "private"], // RFC 1918
  ["192.175.48.0/24", "AS112"], // RFC 7534
  ["198.18.0.0/15", "benchmarking"], // RFC 2544
  ["198.51.100.0/24", "documentation"], // RFC 5737
  ["203.0.113.0/24", "documentation"], // RFC 5737
  ["224.0.0.0/4", "multicast"], // RFC 5771
  ["240.0.0.0/4", "reserved"], // RFC 1112; 255.255.255.255 is in it
  // Public IPv6 is 2000::/3 (RFC 4291); what is not inside is refused below. These are its exceptions.
  ["2001::/23", "protocol assignments"], // RFC 2928; Teredo (RFC 4380), ORCHID, benchmarking are in it
  ["2001:db8::/32", "documentation"], // RFC 3849
  ["2002::/16", "6to4"], // RFC 3056; carries an IPv4 address
  ["2620:4f:8000::/48", "AS112"], // RFC 7534
  ["3fff::/20", "documentation"], // RFC 9637
  // Outside 2000::/3; listed so that the refusal can name the reason.
  ["::/128", "unspecified"], // RFC 4291
  ["::1/128", "this machine"], // RFC 4291
  ["::ffff:0:0/96", "IPv4 inside IPv6"], // RFC 4291
  ["64:ff9b::/96", "IPv4 inside IPv6"], // RFC 6052
  ["64:ff9b:1::/48", "IPv4 inside IPv6"], // RFC 8215
  ["100::/64", "discarded"], // RFC 6666
  ["5f00::/16", "segment routing"], // RFC 9602
  ["fc00::/7", "private"], // RFC 4193
  ["fe80::/10", "link-local"], // RFC 4291
  ["fec0::/10", "site-local"], // RFC 3879
  ["ff00::/8", "multicast"] // RFC 4291
]

type Family = "ipv4" | "ipv6"

const familyOf = (address: string): Family => (isIP(address) === 6 ? "ipv6" : "ipv4")

const listOf = (prefix: string): BlockList => {
  const [network = "", length = ""] = prefix.split("/")
  const list = new BlockList()
  list.addSubnet(network, Number(length), familyOf(network))
  return list
}

const refused = special.map(([prefix, meaning]) => ({
  family: familyOf(prefix.split("/")[0] ?? ""),
  list: listOf(prefix),
  meaning
}))
const globalUnicast = listOf("2000::/3")

/**
 * Why an address is not public, in a word or two; undefined where it is.
 * @param address as `node:dns` gives it. An address with a zone (`fe80::1%eth0`) and text that is not an address are not public.
 */
export const whyNotPublic = (address: string): string | undefined => {
  if (isIP(address) === 0 || address.includes("%")) return "not an address"
  const family = familyOf(address)
  // A BlockList compares an IPv4 address with what an IPv4-mapped prefix covers, so each family is compared with its own prefixes only.
  const found = refused.find((one) => one.family === family && one.list.check(address, family))
  if (found !== undefined) return found.meaning
  return family === "ipv6" && !globalUnicast.check(address, family) ? "reserved" : undefined
}
