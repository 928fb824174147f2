/*
 * Stands in for Windows' own PDF library while the tests run under Wine 8, which has none: without it the program does not
 * start. The program draws its pages with it when it prints, which the tests don't do. Built by the tests beside a copy of
 * the program, never shipped.
 */
#include <windows.h>

HRESULT WINAPI PdfCreateRenderer(void *device, void **renderer)
{
    (void)device;
    *renderer = NULL;
    return E_NOTIMPL;
}
