{{- define "drawbridge.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 53 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 53 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "drawbridge.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "drawbridge.labels" -}}
{{ include "drawbridge.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "drawbridge.secret" -}}
{{ .Values.certificates.secretName | default (printf "%s-tls" (include "drawbridge.name" .)) }}
{{- end }}

{{- define "drawbridge.hasMetrics" -}}
{{ with .Values.monitoring }}{{ if or .metrics .serviceMonitor .rules .dashboard }}true{{ end }}{{ end }}
{{- end }}

{{- /* Whether the pods read anything from the API server. */}}
{{- define "drawbridge.readsCluster" -}}
{{ if or .Values.fleet.enabled (include "drawbridge.isManaged" .) (eq .Values.kubernetes.release "cluster") }}true{{ end }}
{{- end }}

{{- define "drawbridge.isManaged" -}}
{{ if eq .Values.certificates.mode "managed" }}true{{ end }}
{{- end }}
