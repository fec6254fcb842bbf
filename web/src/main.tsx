import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { stockageMode } from './app/mode.ts'
import { oublierReponsesAuDepart, queryClient } from './app/queryClient.ts'
import { suivreAutresOnglets } from './app/session.ts'
import { theme } from './app/theme.ts'
import { router } from './routes.tsx'

suivreAutresOnglets()
oublierReponsesAuDepart()

const racine = document.getElementById('racine')
if (!racine) throw new Error('index.html has no #racine')

createRoot(racine).render(
  <StrictMode>
    <ThemeProvider theme={theme} storageManager={stockageMode} defaultMode="system">
      <CssBaseline enableColorScheme />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>
  </StrictMode>,
)
