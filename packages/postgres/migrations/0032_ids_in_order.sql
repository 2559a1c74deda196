-- Lines of the audit log are in the order in which they were written, those of one millisecond too: a secret that was set and removed at once
-- is not read as removed and set. The twelve bits after the version are a fraction of the millisecond, not random (RFC 9562 §6.2, method 3).
set local role formwork_owner;

-- INVARIANT: no settings of its own, as before (0016_filing_cost.sql), and one reading of the clock. In hexadecimal: fifteen digits of the time in
-- 4,096ths of a millisecond, with the version in their midst; then the variant and 62 random bits.
create or replace function formwork.uuidv7() returns uuid
language sql volatile parallel safe
return (overlay(
    lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0')
    placing '7' from 13 for 0) || right(gen_random_uuid()::text, 17))::uuid;
