// The page is three files with fixed names, so that the program can hold them and one HTML file can take them in.
import { defineConfig, type Plugin } from 'vite';

// The program serves the page and its parts from one origin; the attribute would only make the requests differ.
const plainLinks: Plugin = {
  name: 'plain-links',
  enforce: 'post',
  transformIndexHtml: (html) => html.replaceAll(' crossorigin', ''),
};

export default defineConfig({
  base: '/',
  plugins: [plainLinks],
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      output: {
        entryFileNames: 'app.js',
        assetFileNames: 'app.[ext]',
        inlineDynamicImports: true,
      },
    },
  },
});
