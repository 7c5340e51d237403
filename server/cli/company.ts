import { commandLine } from './main.ts';

await commandLine('company');
