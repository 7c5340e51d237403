import PDFDocument from 'pdfkit';
import { loadPdfFonts } from './pdf-fonts.ts';

export type Pdf = InstanceType<typeof PDFDocument>;

/** The look's colours on paper. */
export const PDF_COLORS = {
  brand: '#0e5546',
  accent: '#ffc233',
  ink: '#14211c',
  soft: '#52605a',
  line: '#e6e1d3',
  white: '#ffffff',
};

interface PdfOptions {
  title: string;
  createdAt: Date;
  /** Points, 72 to the inch. */
  page: { width: number; height: number };
  margin: number;
}

/** An empty document with the web's fonts inside and a structure for screen readers; its first page is open. */
export async function openPdf({ title, createdAt, page, margin }: PdfOptions): Promise<Pdf> {
  const fonts = await loadPdfFonts();
  const pdf = new PDFDocument({
    size: [page.width, page.height],
    margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: 'Everything Card', CreationDate: createdAt },
  });
  for (const [name, bytes] of fonts) pdf.registerFont(name, bytes);
  return pdf;
}

/** One element of the document's structure: H1, P, TH and so on. */
export function pdfElement(pdf: Pdf, type: string, draw: () => void): void {
  pdf.addStructure(pdf.struct(type, {}, draw));
}
