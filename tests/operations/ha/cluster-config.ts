import { join } from 'node:path';

export const DEPLOY = join(import.meta.dirname, '../../../server/deploy');
export const HOST = '127.0.0.1';

export const address = (port = 0) => `${HOST}:${port}`;

/** Returns the settings that differ between etcd members, as environment variables. */
export function etcdSettings(
  folder: string,
  member: { name: string; clientPort: number; peerPort: number },
  members: ReadonlyArray<{ name: string; peerPort: number }>,
): Record<string, string> {
  const { name, clientPort, peerPort } = member;
  return {
    ETCD_NAME: name,
    ETCD_DATA_DIR: join(folder, name),
    ETCD_LISTEN_PEER_URLS: `http://${address(peerPort)}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address(peerPort)}`,
    ETCD_LISTEN_CLIENT_URLS: `http://${address(clientPort)}`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${address(clientPort)}`,
    ETCD_INITIAL_CLUSTER: members.map((peer) => `${peer.name}=http://${address(peer.peerPort)}`).join(','),
  };
}

export type Passwords = Record<'postgres' | 'replicator' | 'rewinder' | 'product', string>;

interface PatroniOptions {
  folder: string;
  name: string;
  port: number;
  apiPort: number;
  etcdPorts: readonly number[];
  passwords: Passwords;
}

/** Returns the settings that differ between Patroni members. JSON is valid YAML. */
export function patroniConfig(options: PatroniOptions): string {
  const { folder, name, port, apiPort, etcdPorts, passwords } = options;
  return JSON.stringify({
    name,
    etcd3: { hosts: etcdPorts.map(address) },
    restapi: { listen: address(apiPort), connect_address: address(apiPort) },
    postgresql: {
      listen: address(port),
      connect_address: address(port),
      data_dir: join(folder, name),
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { password: passwords.postgres },
        replication: { password: passwords.replicator },
        rewind: { password: passwords.rewinder },
      },
      parameters: { unix_socket_directories: '' },
      pg_hba: [
        `host all all ${HOST}/32 scram-sha-256`,
        `host replication replicator ${HOST}/32 scram-sha-256`,
      ],
    },
  });
}

export function pgbouncerConfig(
  port: number,
  userList: string,
  ports: { writer: number; reader: number },
): string {
  // Behind a pooler, the product doesn't set a statement timeout, so set it here.
  const limit = `connect_query='set statement_timeout = 30000'`;
  return `[databases]
everything_card = host=${HOST} port=${ports.writer} ${limit}
everything_card_read = host=${HOST} port=${ports.reader} dbname=everything_card ${limit}
[pgbouncer]
listen_addr = ${HOST}
listen_port = ${port}
auth_file = ${userList}
%include ${DEPLOY}/ha/pgbouncer.ini
`;
}

/** Names values by number, starting at 1, as in `WEB1_ADDRESS`. */
export function createNumberedSettings(
  name: (n: number) => string,
  values: readonly string[],
): Record<string, string> {
  return Object.fromEntries(values.map((value, n) => [name(n + 1), value]));
}
