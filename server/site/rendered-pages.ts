import type { Deps } from '../deps.ts';
import { businessDay } from '../lib/dates.ts';
import type { BuiltSite } from './built-site.ts';
import type { ReadProcedure, RenderedPage, RenderPage } from './page-rendering.shared.ts';
import { visitorReads } from './visitor-reads.ts';

interface Question {
  procedure: string;
  input: unknown;
  /** As JSON: how it was answered when the page was made. */
  answer: string;
}

interface Kept {
  /** The build and the day: a page may say when something made today ends. */
  edition: string;
  questions: Question[];
  page: RenderedPage;
}

export type FindPage = (path: string, site: BuiltSite) => Promise<RenderedPage | null>;

/**
 * Public pages as HTML. Each is made once and kept for as long as its questions are answered as they were: what staff
 * change is on the page with the next request, in every process. Null where a page cannot be made now; the browser
 * then makes it, or says what is wrong.
 */
export function renderedPages(deps: Deps): FindPage {
  const read = visitorReads(deps);
  const kept = new Map<string, Kept>();
  // Of many who ask at once, one looks.
  const underway = new Map<string, Promise<RenderedPage | null>>();

  async function find(path: string, { version, renderPage }: BuiltSite): Promise<RenderedPage | null> {
    if (renderPage === null) return null;
    const edition = `${version} ${businessDay(deps.now())}`;
    try {
      const last = kept.get(path);
      if (last?.edition === edition && (await isStillSo(last.questions, read))) return last.page;
      const made = await make(path, renderPage, read);
      kept.set(path, { ...made, edition });
      return made.page;
    } catch (error) {
      deps.log.warn({ err: error, path }, 'a page could not be rendered');
      return null;
    }
  }

  return (path, site) => {
    const running = underway.get(path);
    if (running) return running;
    const started = find(path, site).finally(() => underway.delete(path));
    underway.set(path, started);
    return started;
  };
}

async function isStillSo(questions: readonly Question[], read: ReadProcedure): Promise<boolean> {
  const answers = await Promise.all(questions.map(({ procedure, input }) => read(procedure, input)));
  return answers.every((answer, i) => JSON.stringify(answer) === questions[i]?.answer);
}

async function make(path: string, renderPage: RenderPage, read: ReadProcedure) {
  const questions: Question[] = [];
  const page = await renderPage(path, async (procedure, input) => {
    const answer = await read(procedure, input);
    questions.push({ procedure, input, answer: JSON.stringify(answer) });
    return answer;
  });
  return { questions, page };
}
