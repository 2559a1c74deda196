/**
 * What makes a table like another, as expressions of SQL that read the catalogs. `c` is the table there: a row of pg_class, with the `name`
 * that it gets.
 */

/** Role names as a list; role 0 is everyone. */
const names = (oids: string) =>
  `(select string_agg(coalesce(r.rolname::text, 'public'), ', ' order by r.rolname) from unnest(${oids}) o left join pg_roles r on r.oid = o)`

/**
 * What an access list grants, a statement for each set of privileges, and what its owner has given away.
 * @param on what stands after `on`, an expression of SQL.
 */
export const grants = (acl: string, kind: string, owner: string, on: string) => `
  select format('grant %s on %s to %s;', g.privileges, ${on}, g.grantees) as text
    from (
      select e.privileges, string_agg(e.grantee, ', ' order by e.grantee) as grantees
        from (
          select coalesce(r.rolname::text, 'public') as grantee,
                 string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as privileges
            from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a left join pg_roles r on r.oid = a.grantee
           where a.grantee <> ${owner}
           group by 1) e
       group by e.privileges) g
  union all
  select format('revoke %s on %s from %s;', string_agg(lower(d.privilege_type), ', ' order by d.privilege_type), ${on}, ${owner}::regrole)
    from aclexplode(acldefault('${kind}', ${owner})) d
   where d.grantee = ${owner} and ${acl} is not null
     and not exists (select from aclexplode(${acl}) a where a.grantee = ${owner} and a.privilege_type = d.privilege_type)
  having count(*) > 0`

/** Its columns. */
export const columns = `
  select string_agg(format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
             case when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
                  when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end,
             case when a.attnotnull then ' not null' else '' end), E',\\n' order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`

/** Its constraints, each with a comma before it. */
export const constraints = `
  select string_agg(format(E',\\n  constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), '' order by position(k.contype in 'pucxf'), k.conname)
    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'x', 'f')`

/** The statements below a table, in this order, one a row. */
export const below = `
  select 1 as place, i.oid::bigint as turn, pg_get_indexdef(i.oid) || ';' as text
    from pg_index x join pg_class i on i.oid = x.indexrelid
   where x.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x'))
  union all
  select 2, 0, format('alter table %s %s;', c.name, concat_ws(', ',
           case when c.relrowsecurity then 'enable row level security' end,
           case when c.relforcerowsecurity then 'force row level security' end))
   where c.relrowsecurity or c.relforcerowsecurity
  union all
  select 3, p.oid::bigint, format('create policy %I on %s%s%s%s%s%s;', p.polname, c.name,
           case when p.polpermissive then '' else ' as restrictive' end,
           case p.polcmd when 'r' then ' for select' when 'a' then ' for insert' when 'w' then ' for update' when 'd' then ' for delete' else '' end,
           case when p.polroles = '{0}' then '' else ' to ' || ${names("p.polroles")} end,
           coalesce(E'\\n  using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ''),
           coalesce(E'\\n  with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', ''))
    from pg_policy p where p.polrelid = c.oid
  union all
  select 4, t.oid::bigint, pg_get_triggerdef(t.oid) || ';' from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
  union all
  select 5, row_number() over (order by g.text), g.text from (${grants("c.relacl", "r", "c.relowner", "c.name")}) g
  union all
  select 6, row_number() over (order by g.grantee, g.privilege_type), format('grant %s (%s) on %s to %s;', lower(g.privilege_type), g.columns, c.name, g.grantee)
    from (
      select r.rolname::text as grantee, a.privilege_type, string_agg(quote_ident(t.attname), ', ' order by t.attnum) as columns
        from pg_attribute t cross join lateral aclexplode(t.attacl) a join pg_roles r on r.oid = a.grantee
       where t.attrelid = c.oid and not t.attisdropped
       group by 1, 2) g`
