-- For psql, after roles.sql: sets the roles' passwords from the environment.
\getenv owner_password OWNER_PASSWORD
\getenv app_password APP_PASSWORD
alter role everything_card_owner password :'owner_password';
alter role everything_card_app password :'app_password';
