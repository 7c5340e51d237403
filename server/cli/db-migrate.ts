import { commandLine } from './main.ts';

await commandLine('db:migrate');
