@echo off
rem Starts Drawbridge with the java of JAVA_HOME, or the one on the PATH. JAVA_OPTS are Java's own options.
setlocal
set "here=%~dp0.."
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -Duser.language=en -Duser.country=US %JAVA_OPTS% -cp "%here%\lib\*;%here%\lib\cluster\*;%here%\lib\serve\*;%here%\lib\ui\*" dev.drawbridge.Main %*
exit /b %ERRORLEVEL%
