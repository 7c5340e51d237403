import { commandLine } from './main.ts';

await commandLine('db:seed');
