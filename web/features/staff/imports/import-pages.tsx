import { Route } from 'react-router';
import { IMPORT_KINDS, importPath } from '#server/staff/imports/import-kinds.shared.ts';
import { importList } from '#server/staff/imports/import-list.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';
import { ImportPage } from './import-page.tsx';
import { ImportUpload, type ImportUploadProps } from './import-upload.tsx';

/**
 * The pages of one kind of import: the upload form with a list of earlier imports, and a page for each
 * import.
 */
export function ImportPages(props: ImportUploadProps) {
  const { kind } = props;
  const title = `Import ${IMPORT_KINDS[kind].label.toLowerCase()}`;
  return (
    <SectionRoutes>
      <Route
        index
        element={
          <StaffList
            name="imports"
            definition={{ ...importList, title }}
            linkTo={(id) => importPath(kind, id)}
          >
            <ImportUpload {...props} />
          </StaffList>
        }
      />
      <Route path=":id" element={<ImportPage kind={kind} />} />
    </SectionRoutes>
  );
}
