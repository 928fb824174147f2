; The installer: for one user, without administrator's rights. `packaging/windows/build` runs it through makensis with
;   VERSION   as in Cargo.toml        FILES   the folder with what is installed        OUT   the installer to write
; `camp-ladder-setup.exe /S` installs without questions, `/D=C:\Folder` (the last argument) into another folder. It ends with 0, or with what
; stood in the way: 32, as Windows numbers a file that is in use, while the program is open; 2 anything else.

; A 64-bit installer for a 64-bit program.
Target amd64-unicode
!include "MUI2.nsh"
!include "FileFunc.nsh"

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\CampLadder"
!define FILE_TYPE "CampLadder.File"

Name "Camp Ladder"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Camp Ladder"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" "InstallLocation"
SetCompressor /SOLID lzma
; As far back as the program is long (MB): what is alike in it lies far apart.
SetCompressorDictSize 64
ManifestDPIAware true
ManifestSupportedOS Win10
BrandingText "Camp Ladder ${VERSION}"

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Camp Ladder"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Camp Ladder installer"
VIAddVersionKey "CompanyName" "The Camp Ladder developers"
VIAddVersionKey "LegalCopyright" "© 2026 The Camp Ladder developers. MIT or Apache 2.0."

!define MUI_ICON "..\..\icons\camp-ladder.ico"
!define MUI_UNICON "..\..\icons\camp-ladder.ico"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\camp-ladder.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Start Camp Ladder"
!define MUI_UNCONFIRMPAGE_TEXT_TOP "Camp Ladder will be removed from this computer. Your camp files (*.ladder), their backups and your settings stay where they are."

!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; What is installed, for the uninstaller: it removes by name, as somebody may have saved a camp file in the same folder.
!tempfile FILE_LIST
!system `ls -A '${FILES}' | sed 's|.*|!insertmacro Remove "&"|' >'${FILE_LIST}'` = 0
!macro Remove FILE
    Delete "$INSTDIR\${FILE}"
!macroend

!define IN_USE 32

; A program that runs can't be overwritten or removed: ask to close it, as often as it takes. Without a screen, give up.
!macro WaitUntilClosed FOLDER
    ${DoWhile} ${FileExists} "${FOLDER}\camp-ladder.exe"
        ClearErrors
        FileOpen $0 "${FOLDER}\camp-ladder.exe" a
        ${IfNot} ${Errors}
            FileClose $0
            ${ExitDo}
        ${EndIf}
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Camp Ladder is still open. Close its window, then press Retry." /SD IDCANCEL IDRETRY +3
        SetErrorLevel ${IN_USE}
        Abort "Camp Ladder is still open."
    ${Loop}
!macroend

Section
    !insertmacro WaitUntilClosed "$INSTDIR"
    ; The version that is there goes first, wherever it is, by its own list: a file that this one no longer has would lie there for ever,
    ; and Windows lists one of them only.
    ReadRegStr $1 HKCU "${UNINSTALL_KEY}" "InstallLocation"
    ${If} $1 != ""
    ${AndIf} ${FileExists} "$1\uninstall.exe"
        !insertmacro WaitUntilClosed "$1"
        ; In its place instead of from a copy elsewhere, so that one can wait for it. Then it can't remove itself.
        ExecWait '"$1\uninstall.exe" /S _?=$1' $0
        ${If} $0 != 0
            Abort "The version that is installed can't be removed."
        ${EndIf}
        Delete "$1\uninstall.exe"
        RMDir "$1"
    ${EndIf}

    SetOutPath "$INSTDIR"
    File /r "${FILES}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Camp Ladder.lnk" "$INSTDIR\camp-ladder.exe"

    ; A double-click on a camp file opens it.
    WriteRegStr HKCU "Software\Classes\${FILE_TYPE}" "" "Camp Ladder file"
    WriteRegStr HKCU "Software\Classes\${FILE_TYPE}\DefaultIcon" "" "$INSTDIR\camp-ladder.exe,0"
    WriteRegStr HKCU "Software\Classes\${FILE_TYPE}\shell\open\command" "" '"$INSTDIR\camp-ladder.exe" "%1"'
    WriteRegStr HKCU "Software\Classes\.ladder" "" "${FILE_TYPE}"
    WriteRegStr HKCU "Software\Classes\.ladder\OpenWithProgids" "${FILE_TYPE}" ""
    ${RefreshShellIcons}

    ; The entry under "Apps" in the settings.
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "Camp Ladder"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\camp-ladder.exe,0"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "The Camp Ladder developers"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" $0
SectionEnd

Section "Uninstall"
    !insertmacro WaitUntilClosed "$INSTDIR"
    !include "${FILE_LIST}"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Camp Ladder.lnk"

    ; Leave *.ladder alone where another program has taken it over since.
    ReadRegStr $0 HKCU "Software\Classes\.ladder" ""
    ${If} $0 == "${FILE_TYPE}"
        DeleteRegValue HKCU "Software\Classes\.ladder" ""
    ${EndIf}
    DeleteRegValue HKCU "Software\Classes\.ladder\OpenWithProgids" "${FILE_TYPE}"
    DeleteRegKey /ifempty HKCU "Software\Classes\.ladder\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "Software\Classes\.ladder"
    DeleteRegKey HKCU "Software\Classes\${FILE_TYPE}"
    DeleteRegKey HKCU "${UNINSTALL_KEY}"
    ${RefreshShellIcons}
SectionEnd

!delfile "${FILE_LIST}"
