#!/bin/sh
# Makes the two logins of the service, at the first start of the database (docker-entrypoint-initdb.d). `formwork migrate` finds them.
set -eu
psql --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=api="$(cat /run/secrets/api-password)" --set=worker="$(cat /run/secrets/worker-password)" <<'SQL'
create role formwork_api login nosuperuser nobypassrls nocreatedb nocreaterole password :'api';
create role formwork_worker login nosuperuser nobypassrls nocreatedb nocreaterole password :'worker';
SQL
