import { setTimeout as sleep } from 'node:timers/promises';
import { type DoomedProcess, startDoomedProcess } from '#tests/helpers/crash/doomed-process.ts';
import type { DoomedOptions } from '#tests/helpers/crash/steps.ts';

interface Member {
  options: Omit<DoomedOptions, 'killAt'>;
  process: DoomedProcess | undefined;
  isReady: boolean;
  /** Incremented each time the server ends. */
  generation: number;
}

/** Servers that share a database. Like a process manager, restarts each server when it ends. */
export class Fleet {
  /** Exits of running servers, except by SIGKILL. */
  readonly unexpectedExits: string[] = [];
  /** When servers were killed, in milliseconds since 1970. */
  readonly killedAt: number[] = [];
  readonly #members: Member[];
  readonly #chooseStep: () => DoomedOptions['killAt'];
  readonly #loops: Promise<void>[];
  #isClosed = false;
  #whenResumed: Promise<void> | undefined;

  constructor(servers: readonly Omit<DoomedOptions, 'killAt'>[], chooseStep: () => DoomedOptions['killAt']) {
    this.#chooseStep = chooseStep;
    this.#members = servers.map((options) => ({
      options,
      process: undefined,
      isReady: false,
      generation: 0,
    }));
    this.#loops = this.#members.map((member) => this.#keepRunning(member));
  }

  /** Returns the ports of the running servers, or all ports if no server is running. */
  ports(): number[] {
    const ready = this.#members.filter(({ isReady }) => isReady);
    return (ready.length > 0 ? ready : this.#members).map(({ options }) => options.port);
  }

  generationOf(port: number): number {
    return this.#members.find(({ options }) => options.port === port)?.generation ?? 0;
  }

  kill(index: number): void {
    const child = this.#members[index % this.#members.length]?.process?.child;
    child?.kill('SIGKILL');
  }

  async whenAnyReady(): Promise<void> {
    while (!this.#members.some(({ isReady }) => isReady)) await sleep(50);
  }

  async whenReady(): Promise<void> {
    while (!this.#members.every(({ isReady }) => isReady)) await sleep(50);
  }

  /** Kills all servers, runs `work`, and waits until all servers are running again. */
  async cutPower(work: () => Promise<void>): Promise<void> {
    const resumed = Promise.withResolvers<void>();
    this.#whenResumed = resumed.promise;
    while (this.#members.some(({ process }) => process)) {
      for (const index of this.#members.keys()) this.kill(index);
      await sleep(50);
    }
    await work();
    this.#whenResumed = undefined;
    resumed.resolve();
    await this.whenReady();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const index of this.#members.keys()) this.kill(index);
    await Promise.all(this.#loops);
  }

  async #keepRunning(member: Member): Promise<void> {
    while (!this.#isClosed) {
      await this.#whenResumed;
      await this.#runOnce(member).catch(() => sleep(250));
    }
  }

  async #runOnce(member: Member): Promise<void> {
    try {
      const process = await startDoomedProcess(
        { ...member.options, killAt: this.#chooseStep() },
        (started) => {
          member.process = started;
        },
      );
      member.isReady = process.child.exitCode === null && process.child.signalCode === null;
      await process.exited;
      const { exitCode, signalCode } = process.child;
      if (signalCode === 'SIGKILL') this.killedAt.push(Date.now());
      else if (member.isReady)
        this.unexpectedExits.push(`port ${member.options.port}: ${signalCode ?? `exit ${exitCode}`}`);
    } finally {
      member.generation += 1;
      member.isReady = false;
      member.process = undefined;
    }
  }
}
