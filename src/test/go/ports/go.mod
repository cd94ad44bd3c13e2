module drawbridge.dev/ports

go 1.26.0

require (
	github.com/blang/semver/v4 v4.0.0
	k8s.io/apimachinery v0.37.1
	k8s.io/utils v0.0.0-20260626114624-be93311217bd
)

require (
	github.com/fxamacker/cbor/v2 v2.9.1 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	gopkg.in/inf.v0 v0.9.1 // indirect
	sigs.k8s.io/json v0.0.0-20250730193827-2d320260d730 // indirect
)
