// Style sheets that are written for the inside of the page's elements only (`vite.config.ts`).
declare module '*.css?within';
