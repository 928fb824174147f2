/*
 * Stands in for Windows' own bcryptprimitives.dll while the tests run under Wine 8, which has none. Rust's standard library
 * takes its random numbers from the one function here. Built by the tests beside a copy of the program, never shipped.
 */
#include <windows.h>

/* RtlGenRandom, under the name by which advapi32.dll exports it. */
BOOLEAN WINAPI SystemFunction036(PVOID buffer, ULONG length);

BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length < 0x10000 ? (ULONG)length : 0x10000;
        if (!SystemFunction036(buffer, part)) {
            return FALSE;
        }
        buffer += part;
        length -= part;
    }
    return TRUE;
}
