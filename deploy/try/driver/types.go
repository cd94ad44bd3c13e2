package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const (
	GroupName = "fpga.acme.com"
	Version   = "v1"
)

// Bitstream configures a region of the FPGA.
type Bitstream struct {
	metav1.TypeMeta `json:",inline"`

	// Name of the bitstream.
	// +required
	// +kubebuilder:validation:Pattern=`^[a-z]+$`
	Name string `json:"name"`
	// Mode of the region.
	Mode   Mode               `json:"mode,omitempty"`
	Memory *resource.Quantity `json:"memory,omitempty"`
}

type Mode string

const (
	ModeShared    Mode = "Shared"
	ModeExclusive Mode = "Exclusive"
)
