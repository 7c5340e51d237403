import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/helpers/free-port.ts';

export interface WebProxy {
  url: string;
  port: number;
  /** Resolves when HAProxy sends requests to the server with this port. */
  whenUp(serverPort: number): Promise<void>;
  stop(): Promise<void>;
}

const UP_SECONDS = 60;

/**
 * Returns an HAProxy configuration without retries, so that a request fails if a server doesn't respond to
 * it.
 */
function formatConfig(port: number, statsPort: number, serverPorts: readonly number[]): string {
  return `
defaults
  mode http
  retries 0
  timeout connect 5s
  timeout client 75s
  timeout server 75s
listen site
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 1s fall 2 rise 1
${serverPorts.map((serverPort) => `  server p${serverPort} 127.0.0.1:${serverPort}`).join('\n')}
listen stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
`;
}

/** Starts HAProxy in front of servers on this machine. */
export async function startWebProxy(port: number, serverPorts: readonly number[]): Promise<WebProxy> {
  const statsPort = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, formatConfig(port, statsPort, serverPorts));
  // Ignore its output, because servers are expected to go down.
  const child = spawn('haproxy', ['-q', '-db', '-f', file], { stdio: 'ignore' });
  await once(child, 'spawn').catch(async () => {
    await rm(folder, { recursive: true, force: true });
    throw new Error('HAProxy is not installed. On Debian: apt-get install haproxy');
  });
  const isUp = async (serverPort: number) => {
    const response = await fetch(`http://127.0.0.1:${statsPort}/;csv`).catch(() => undefined);
    const line = (await response?.text())?.split('\n').find((row) => row.startsWith(`site,p${serverPort},`));
    return line?.split(',').includes('UP') === true;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    whenUp: async (serverPort) => {
      const deadline = Date.now() + UP_SECONDS * 1000;
      while (!(await isUp(serverPort))) {
        if (Date.now() > deadline) throw new Error(`HAProxy sends nothing to port ${serverPort}`);
        await sleep(100);
      }
    },
    stop: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
