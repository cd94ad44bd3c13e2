const {workspace} = require('vscode');
const {LanguageClient} = require('vscode-languageclient/node');

let client;

exports.activate = () => {
  const [command, ...args] = workspace.getConfiguration('drawbridge').get('command');
  client = new LanguageClient('drawbridge', 'Drawbridge', {command, args}, {
    documentSelector: ['yaml', 'json', 'markdown'].map(language => ({scheme: 'file', language})),
    synchronize: {fileEvents: workspace.createFileSystemWatcher('**/*.{yaml,yml,json,md}')},
  });
  return client.start();
};

exports.deactivate = () => client?.stop();
