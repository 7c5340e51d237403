import type { ReactNode } from 'react';
import { NavLink, Route, Routes } from 'react-router';
import layout from '#web/ui/styles/layout.module.css';
import classes from './staff.module.css';
import { StaffList, type StaffListProps } from './staff-list.tsx';
import { StaffNotFound } from './staff-not-found.tsx';

/** A list of a section. */
export interface SectionList extends StaffListProps {
  /** Below the section's path. Omitted for the section's first page. */
  path?: string;
  /** The text of the link to this list, which is shown above all lists of the section. */
  link?: string;
  /** The page of a row, whose URL is the list's and the row's id. The rows link to it, unless `linkTo` is set. */
  page?: ReactNode;
}

interface SectionRoutesProps {
  /** The section's path. */
  root: string;
  lists?: readonly SectionList[];
  /** Names the links to the lists for screen readers. */
  label?: string;
  /** The routes of other pages. */
  children?: ReactNode;
}

/** Like `Routes`, for the lists and other pages of a section. Any other path leads back to the overview. */
export function SectionRoutes({ root, lists = [], label = '', children }: SectionRoutesProps) {
  const joinPath = (path: string) => (path === '' ? root : `${root}/${path}`);
  const links = lists.flatMap(({ path = '', link }) =>
    link === undefined ? [] : [[link, joinPath(path)] as const],
  );
  return (
    <Routes>
      {lists.flatMap(({ path = '', link: _, page, ...list }) => {
        const linkToPage = (id: string) => `${joinPath(path)}/${encodeURIComponent(id)}`;
        return [
          <Route
            key={list.name}
            path={path}
            element={
              <StaffList key={list.name} {...(page ? { linkTo: linkToPage } : {})} {...list}>
                {links.length > 0 ? <SectionLinks label={label} links={links} /> : null}
                {list.children}
              </StaffList>
            }
          />,
          page ? <Route key={`${list.name}-page`} path={`${path}/:id`} element={page} /> : null,
        ];
      })}
      {children}
      <Route path="*" element={<StaffNotFound />} />
    </Routes>
  );
}

interface SectionLinksProps {
  /** Names the links for screen readers. */
  label: string;
  links: ReadonlyArray<readonly [label: string, path: string]>;
}

export function SectionLinks({ label, links }: SectionLinksProps) {
  return (
    <nav aria-label={label} className={`${layout.touchLinks} ${classes.links}`}>
      {links.map(([text, path]) => (
        <NavLink key={path} to={path} end>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
