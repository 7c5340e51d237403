-- The product's two roles: everything_card_owner owns the tables and migrates; everything_card_app reads and writes
-- rows, and can neither create, change, nor truncate a table. Run it as a superuser, in the product's database.
-- Safe to repeat. Then set both passwords with \password, which sends no password in readable form.
do $$
begin
  if not exists (select from pg_roles where rolname = 'everything_card_owner') then
    create role everything_card_owner;
  end if;
  if not exists (select from pg_roles where rolname = 'everything_card_app') then
    create role everything_card_app;
  end if;
end $$;
alter role everything_card_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role everything_card_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;

do $$
begin
  execute format('alter database %I owner to everything_card_owner', current_database());
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to everything_card_app', current_database());
end $$;
revoke create on schema public from public;
grant usage on schema public to everything_card_app;

-- What migrations and the job queue (the schema pgboss) will create.
alter default privileges for role everything_card_owner grant usage on schemas to everything_card_app;
alter default privileges for role everything_card_owner
  grant select, insert, update, delete on tables to everything_card_app;
alter default privileges for role everything_card_owner grant usage, select on sequences to everything_card_app;

-- What exists already.
do $$
declare
  existing text;
begin
  for existing in select nspname from pg_namespace where nspname in ('public', 'pgboss') loop
    execute format('grant usage on schema %I to everything_card_app', existing);
    execute format('grant select, insert, update, delete on all tables in schema %I to everything_card_app', existing);
    execute format('grant usage, select on all sequences in schema %I to everything_card_app', existing);
  end loop;
  -- Lets imports vacuum, and the job queue rebuild its indexes. Older servers leave that to the owner.
  if current_setting('server_version_num')::int >= 170000 then
    execute 'alter default privileges for role everything_card_owner grant maintain on tables to everything_card_app';
    for existing in select nspname from pg_namespace where nspname in ('public', 'pgboss') loop
      execute format('grant maintain on all tables in schema %I to everything_card_app', existing);
    end loop;
  end if;
end $$;
