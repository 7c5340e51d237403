import { Route } from 'react-router';
import { SectionRoutes } from '../kit/section-routes.tsx';
import { ContentHome } from './content-home.tsx';
import { PlanDetail } from './plan-detail.tsx';
import { SettingDetail } from './setting-detail.tsx';
import { TextChanges } from './text-changes.tsx';
import { TextDetail } from './text-detail.tsx';
import { TextEditor } from './text-editor.tsx';
import { TextView } from './text-view.tsx';

export function ContentSection() {
  return (
    <SectionRoutes>
      <Route index element={<ContentHome />} />
      <Route path="settings/:key" element={<SettingDetail />} />
      <Route path="texts/:type" element={<TextDetail />} />
      <Route path="texts/:type/edit" element={<TextEditor />} />
      <Route path="texts/:type/draft" element={<TextView />} />
      <Route path="texts/:type/changes" element={<TextChanges />} />
      <Route path="texts/:type/versions/:version" element={<TextView />} />
      <Route path="plans/:id" element={<PlanDetail />} />
    </SectionRoutes>
  );
}
