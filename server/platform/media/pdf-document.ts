import PDFDocument from 'pdfkit';
import { registerFonts } from './pdf-fonts.ts';

export type Pdf = InstanceType<typeof PDFDocument>;

/** The theme's colors for print. */
export const PDF_COLORS = {
  brand: '#0e5546',
  accent: '#ffc233',
  paleStripe: '#f1e6c6',
  ink: '#14211c',
  soft: '#52605a',
  line: '#e6e1d3',
  white: '#ffffff',
};

interface PdfOptions {
  title: string;
  createdAt: Date;
  /** Width and height in points (1/72 inch). */
  page: { width: number; height: number };
  margin: number;
}

/** Opens a tagged document with a first page and our embedded fonts. */
export function openPdf({ title, createdAt, page, margin }: PdfOptions): Pdf {
  const pdf = new PDFDocument({
    size: [page.width, page.height],
    margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: 'Everything Card', CreationDate: createdAt },
  });
  registerFonts(pdf);
  return pdf;
}

/** Draws inside a structure element such as H1 or P, which screen readers need. */
export function pdfElement(pdf: Pdf, type: string, draw: () => void): void {
  pdf.addStructure(pdf.struct(type, {}, draw));
}
